/** The least that React and its router need: a page that asks the server once and shows the answer below its heading. */
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, Link, RouterProvider, useLocation } from 'react-router-dom';

function Page({ pathname }: { readonly pathname: string }) {
  const [lines, setLines] = useState<readonly string[] | null>(null);
  useEffect(() => {
    void fetch(`/answer.json?of=${pathname}`)
      .then((answer) => answer.json())
      .then(setLines);
  }, [pathname]);
  return (
    <>
      <nav aria-label="Pages">
        <Link to="/">First</Link> <Link to="/second">Second</Link> <Link to="/third">Third</Link>
      </nav>
      <main>
        <h1>{pathname}</h1>
        {lines === null ? <output data-shape="page" /> : lines.map((line) => <p key={line}>{line}</p>)}
      </main>
    </>
  );
}

function CurrentPage() {
  const { pathname } = useLocation();
  return <Page key={pathname} pathname={pathname} />;
}

const router = createBrowserRouter([{ path: '*', element: <CurrentPage /> }]);
const place = document.getElementById('root');
if (place !== null) createRoot(place).render(<RouterProvider router={router} />);
