/** Every requirement kind of half of the offices, in a real browser, from its example to the office's approval. */
import { testKinds } from './kind-test.ts';

await testKinds(0, 2);
