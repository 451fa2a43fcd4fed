/**
 * The test of a part of all requirement kinds. Each kind is one test for each phase, so that a failure names both.
 */
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest';
import { readPortal } from '../server/portal-server.ts';
import { askEveryKind, kindsOfPart, type Asked } from './every-kind.ts';
import { acceptAll, fillInAndSend, correctAndSend, returnOne, type Round } from './kind-round.ts';
import { openTown, type Town } from './town.ts';

/** In order: all kinds in one phase, then all in the next, because days pass between them. */
const phases: readonly (readonly [title: string, take: (round: Round) => Promise<void>])[] = [
  ['is filled in and sent', fillInAndSend],
  ['is seen by its office, which sends one item back', returnOne],
  ['is mended and sent again', correctAndSend],
  ['is accepted', acceptAll],
];

/** @param part of the number of parts, each in its own file so that they run in parallel */
export async function testKinds(part: number, parts: number): Promise<void> {
  const kinds = kindsOfPart(await readPortal(), part, parts);
  const failed = new Set<string>();
  let town: Town;
  let asked: ReadonlyMap<string, Asked>;

  beforeAll(async () => {
    town = await openTown('2027-03-01T09:00');
    asked = await askEveryKind(town);
  });

  afterAll(() => town?.close());

  describe.each(phases)('%s', (_, take) => {
    test.each(kinds.map((kind) => [kind.id, kind] as const))('%s', async (id, kind) => {
      if (failed.has(id)) throw new Error(`${id} failed in the phase before.`);
      onTestFailed(async () => {
        failed.add(id);
        // They are its own, not those of the next kind.
        town.takeProblems();
        await town.takePictures(`failed-${id.replace('/', '-')}`);
      });
      const mine = asked.get(id);
      if (mine === undefined)
        throw new Error(`Nobody was asked for ${id}: no line or answer of the application makes it apply.`);
      const round: Round = { town, kind, asked: mine };
      await take(round);
      expect(town.takeProblems()).toEqual([]);
    });
  });
}
