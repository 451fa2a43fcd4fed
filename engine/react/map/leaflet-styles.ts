/** The style sheet of Leaflet. It loads only with a map, because all other styles are in one sheet that every page has. */
import address from 'leaflet/dist/leaflet.css?url';

let loading: Promise<void> | null = null;

/** Settles once the styles apply, or cannot be loaded. */
export function loadLeafletStyles(): Promise<void> {
  loading ??= new Promise((settle) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.addEventListener('load', () => settle());
    link.addEventListener('error', () => settle());
    document.head.append(link);
  });
  return loading;
}
