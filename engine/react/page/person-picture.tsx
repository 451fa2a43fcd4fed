/** A person: their photo, or their initials. It stands beside the name, so it says nothing of its own. */
import { useState } from 'react';
import styles from './page.module.css';

interface PersonPictureProps {
  readonly name: string;
  /** Null: none. */
  readonly photo: string | null;
  /** Pixels of each side. */
  readonly size?: number;
}

export function PersonPicture({ name, photo, size = 32 }: PersonPictureProps) {
  // Addresses end after about an hour.
  const [failed, setFailed] = useState<string | null>(null);
  if (photo !== null && photo !== failed) {
    const fail = () => setFailed(photo);
    return <img src={photo} alt="" width={size} height={size} className={styles.picture} onError={fail} />;
  }
  return (
    <svg width={size} height={size} viewBox="0 0 40 40" className={styles.picture} aria-hidden>
      <circle cx="20" cy="20" r="20" />
      <text x="20" y="20" textAnchor="middle" dominantBaseline="central">
        {initialsOf(name)}
      </text>
    </svg>
  );
}

/** Of the first and the last word. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => [...(word ?? '')][0] ?? '',
  );
  return letters.join('').toUpperCase();
}
