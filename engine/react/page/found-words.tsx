/** Marks the words of a search in the texts of a list. */
import { createContext, useContext } from 'react';
import { foundParts } from '../../portal/text/search-words.ts';

/** The words that are searched for. */
export const SearchedWords = createContext<readonly string[]>([]);

export function Found({ text }: { readonly text: string }) {
  const words = useContext(SearchedWords);
  if (words.length === 0) return text;
  return foundParts(text, words).map((part, at) =>
    part.isFound ? <mark key={at}>{part.text}</mark> : part.text,
  );
}
