/** Uploaded pictures: limited, decoded and written again before they are stored. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../../engine/portal/model/portal.ts';
import type { WireItem, WireRecord } from '../../../engine/contract/record.ts';
import type { Caller } from '../records/office.ts';
import { item, kindOf, portal } from '../records/portal.ts';
import {
  announce,
  call,
  fileOf,
  filesNow,
  openChecklist,
  openPaperDesk,
  send,
  sendPiece,
  type PaperDesk,
} from './paper-desk.ts';

const kinds = ['png', 'jpg', 'webp', 'gif', 'tiff', 'heic'];
const lodging = portal.kinds['rooms/lodging'] ?? kindOf('rooms', 'lodging', {});
/** Its pictures have at most a million pixels. */
const withPictures: Portal = {
  ...portal,
  kinds: { ...portal.kinds, 'rooms/lodging': { ...lodging, items: [item('plan', { accepts: kinds })] } },
};

let desk: PaperDesk;
let owner: Caller;
let checklist: WireRecord;
beforeAll(async () => {
  desk = await openPaperDesk(withPictures, { processes: 1, waiting: { each: 2, all: 3 } });
  owner = await desk.office.person('member');
  checklist = await openChecklist(owner);
});
afterAll(() => desk.end());

const paper = (name: string, content: Buffer) => ({
  record: `checklist/${checklist.slug}`,
  item: 'plan',
  name,
  content,
});

const flat = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: '#b04030' } });

async function newest(): Promise<WireItem['files'][number]> {
  const { items } = (await owner.get(`checklist/${checklist.slug}`)).json<WireRecord>();
  const file = items.find(({ id }) => id === 'plan')?.files.at(-1);
  if (file === undefined) throw new Error('nothing was filed');
  return file;
}

test('one account that sends many pictures at once waits alone, and what is refused for now is not lost', async () => {
  const other = await desk.office.person('member');
  const [own, others] = [await openChecklist(owner), await openChecklist(other)];
  const content = await flat(1000, 1000).png().toBuffer();
  const at = ({ slug }: WireRecord, index: number) => ({
    ...paper(`plan ${index}.png`, content),
    record: `checklist/${slug}`,
  });
  const locations = await Promise.all(
    Array.from(
      { length: 10 },
      async (_, index) => (await announce(desk, owner, at(own, index))).headers.get('location') ?? '',
    ),
  );
  const theirs = (await announce(desk, other, at(others, 0))).headers.get('location') ?? '';
  const sending = locations.map((location) => sendPiece(desk, owner, location, content, 0));
  const [sent, answer] = await Promise.all([
    Promise.all(sending),
    sendPiece(desk, other, theirs, content, 0),
  ]);
  expect(answer.status).toBe(204);
  const refused = sent.filter(({ status }) => status === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(sent.filter(({ status }) => status === 204).length).toBe(sent.length - refused.length);
  for (const one of refused) {
    expect(one.headers.get('retry-after')).toBe('5');
    expect(await one.json()).toMatchObject({ code: 'busy-for-caller' });
  }
  // Like retrying upload clients: they request the current offset.
  for (const location of locations)
    expect((await call(desk, owner, 'HEAD', fileOf(location))).status).toBe(200);
  const { items } = (await owner.get(`checklist/${own.slug}`)).json<WireRecord>();
  expect(items.find(({ id }) => id === 'plan')?.files.length).toBe(10);
});

test('a picture with too many pixels is refused by its name, and the answer says what a good one is', async () => {
  const before = await filesNow(desk);
  const bomb = await flat(6000, 6000).png({ compressionLevel: 9 }).toBuffer();
  expect(bomb.length).toBeLessThan(150_000);
  const answer = await send(desk, owner, paper('roof plan.png', bomb));
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({
    errors: {
      file: [
        'The picture "roof plan.png" has 6,000 × 6,000 pixels. Send one with at most 1 million, for example 1,000 × 1,000: make it smaller, or take the photo with a lower resolution.',
      ],
    },
  });
  expect(await filesNow(desk)).toEqual(before);
});

test('a strip of one pixel’s width is refused, however few pixels it has', async () => {
  const strip = await flat(1, 20_001).png().toBuffer();
  expect((await send(desk, owner, paper('strip.png', strip))).status).toBe(422);
});

test('a picture that cannot be decoded is refused, whatever its first bytes say', async () => {
  const before = await filesNow(desk);
  const whole = await sharp(Buffer.from(Array.from({ length: 300_00 }, (_, at) => (at * 7919) % 251)), {
    raw: { width: 100, height: 100, channels: 3 },
  })
    .png()
    .toBuffer();
  const damaged = [
    whole.subarray(0, whole.length / 2),
    Buffer.concat([whole.subarray(0, 60), Buffer.alloc(900, 7)]),
  ];
  for (const content of damaged) {
    const answer = await send(desk, owner, paper('half.png', content));
    expect(answer.status).toBe(422);
    expect(await answer.text()).toMatch(/The picture \\"half.png\\" cannot be opened. Send a JPG or PNG/);
  }
  // Recognised by its first bytes, but without a decoder.
  const heic = Buffer.concat([Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1'), Buffer.alloc(64)]);
  expect((await send(desk, owner, paper('phone.heic', heic))).status).toBe(422);
  expect(await filesNow(desk)).toEqual(before);
});

test('a picture is kept upright and without what is hidden in it: where it was taken, and by what', async () => {
  const taken = await flat(80, 40)
    .withExif({ IFD0: { Model: 'SpyPhone' }, IFD3: { GPSLatitude: '11/1 58/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const sent = Buffer.concat([taken, Buffer.from('<script>hidden</script>')]);
  expect(sent.includes('SpyPhone')).toBe(true);
  expect((await send(desk, owner, paper('front.jpg', sent))).status).toBe(204);
  const file = await newest();
  const kept = await readFile(join(desk.directory, 'files', file.id));
  expect(file).toMatchObject({ type: 'image/jpeg', bytes: kept.length });
  expect(['SpyPhone', 'hidden', 'Exif'].map((word) => kept.includes(word))).toEqual([false, false, false]);
  expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 40, height: 80 });
  const { url } = (await (await call(desk, owner, 'POST', `files/${file.id}/link`)).json()) as {
    url: string;
  };
  expect(Buffer.from(await (await fetch(new URL(url, desk.api))).arrayBuffer())).toEqual(kept);
});

test('pictures of every format that is taken are written anew in it', async () => {
  const picture = flat(30, 20).withExif({ IFD0: { Model: 'SpyPhone' } });
  const made: Record<string, Promise<Buffer>> = {
    png: picture.clone().png({ progressive: true }).toBuffer(),
    webp: picture.clone().webp().toBuffer(),
    gif: picture.clone().gif().toBuffer(),
    tiff: picture.clone().tiff().toBuffer(),
  };
  for (const [kind, content] of Object.entries(made)) {
    // GIF and TIFF have no such field.
    expect([kind, (await content).includes('SpyPhone')]).toEqual([kind, kind === 'png' || kind === 'webp']);
    expect([kind, (await send(desk, owner, paper(`plan.${kind}`, await content))).status]).toEqual([
      kind,
      204,
    ]);
    const kept = await readFile(join(desk.directory, 'files', (await newest()).id));
    expect(await sharp(kept).metadata()).toMatchObject({ format: kind, width: 30, height: 20 });
    expect([kind, kept.includes('SpyPhone')]).toEqual([kind, false]);
  }
});

test('after a lost last response the client learns that the upload is complete, and can add nothing', async () => {
  const content = await flat(60, 60).png({ compressionLevel: 0 }).toBuffer();
  const location = (await announce(desk, owner, paper('plan.png', content))).headers.get('location') ?? '';
  expect((await sendPiece(desk, owner, location, content, 0)).status).toBe(204);
  const { bytes } = await newest();
  expect(bytes).toBeLessThan(content.length);
  const head = await call(desk, owner, 'HEAD', fileOf(location));
  const [offset, length] = ['upload-offset', 'upload-length'].map((name) => head.headers.get(name));
  expect([head.status, offset, length]).toEqual([200, String(bytes), String(bytes)]);
  expect((await sendPiece(desk, owner, location, content.subarray(bytes), bytes)).status).toBe(409);
  expect((await readFile(join(desk.directory, fileOf(location)))).length).toBe(bytes);
});

test('a crash before the filing loses nothing: the picture that is written anew counts', async () => {
  const content = await flat(50, 50).png({ compressionLevel: 0 }).toBuffer();
  const location = (await announce(desk, owner, paper('plan.png', content))).headers.get('location') ?? '';
  // As if the process had ended after the bytes were stored, and had stored others.
  const path = join(desk.directory, fileOf(location));
  await writeFile(path, 'stored before the crash');
  expect((await sendPiece(desk, owner, location, content, 0)).status).toBe(204);
  const { id, bytes } = await newest();
  const { url } = (await (await call(desk, owner, 'POST', `files/${id}/link`)).json()) as { url: string };
  const opened = await fetch(new URL(url, desk.api));
  expect([opened.status, (await opened.arrayBuffer()).byteLength]).toEqual([200, bytes]);
  const left = async () => (await filesNow(desk)).filter((name) => name.startsWith(id));
  await expect.poll(left).toEqual([id]);
});
