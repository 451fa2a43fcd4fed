/**
 * A whole town for a test: the real server with its own database, a clock that the test sets, and people in real
 * browsers.
 */
import type { Browser } from 'playwright-core';
import { expect } from 'vitest';
import { ensureBuilt } from '../../engine/command/start/build-browser.ts';
import { insertAccount } from '../../engine/server/accounts/accounts.ts';
import { hashPassword } from '../../engine/server/accounts/password.ts';
import { createRecordDesk } from '../../engine/server/bootstrap/record-desk.ts';
import { listMessages } from '../../engine/server/mail/messages.ts';
import { wakeDue } from '../../engine/server/records/upkeep/wake-due.ts';
import { root } from '../architecture/sources.ts';
import { openPortalServer, type PortalServer } from '../server/portal-server.ts';
import { launchChromium } from './chromium.ts';
import { password } from './portal.ts';
import { stopClock } from './stop-clock.ts';
import { openVisit, showTab, signIn, signInAgain, takePicture, type Visit } from './visit.ts';

export interface Town {
  readonly portal: PortalServer;
  /** A visitor who is not signed in. */
  visit(): Promise<Visit>;
  /** A user with an account, on the page after the sign-in. */
  signIn(username: string): Promise<Visit>;
  /**
   * A member of a department, signed in once: `bfp`, or `chief.bfp` if such an account was added. The others turn to
   * other tabs meanwhile: their pages follow nothing until they are asked for again.
   */
  as(who: string): Promise<Visit>;
  /** Ends a visit; the next person signs in on the same browser. Expects no errors there. */
  leave(who: string): Promise<void>;
  /** Everybody's errors since the last time. */
  takeProblems(): string[];
  /** Screenshots of everybody's current page, if `SHOTS` names a folder. */
  takePictures(name: string): Promise<void>;
  /** Advances the time on the server and in every browser, and runs the due jobs. */
  at(moment: string): Promise<void>;
  addAccount(department: string, username: string): Promise<void>;
  /** The link in the newest mail to a person, as a path of the portal. */
  linkInMail(username: string): Promise<string>;
  close(): Promise<void>;
}

/** @param moment start of the test, in local time: `2027-03-01T08:30` */
export async function openTown(moment: string): Promise<Town> {
  const browser = await launchChromium();
  try {
    await ensureBuilt({ root, say: () => {}, signal: new AbortController().signal });
    let now = toDate(moment);
    const portal = await openPortalServer(undefined, { DEMO_PASSWORD: password }, () => now);
    return townOf(portal, browser, { read: () => now, set: (next) => void (now = next) });
  } catch (error) {
    await browser.close();
    throw error;
  }
}

interface Clock {
  read(): Date;
  set(moment: Date): void;
}

function townOf(portal: PortalServer, browser: Browser, clock: Clock): Town {
  const visits: Visit[] = [];
  const people = new Map<string, Visit>();
  /** Browsers that are free for the next person. */
  const left: Visit[] = [];
  const began = async (visit: Visit) => {
    visits.push(visit);
    return visit;
  };
  const set = ({ context }: Visit) => stopClock(context, clock.read());
  const enter = async (username: string) => began(await signIn(browser, portal.origin, username, set));
  const sitDown = async (username: string) => {
    const visit = left.pop();
    return visit === undefined ? enter(username) : signInAgain(visit, portal.origin, username);
  };
  const present = () => visits.filter(({ page }) => !page.isClosed());
  let hash: string | null = null;
  /** Whose tab is in front. */
  let front: string | null = null;
  return {
    portal,
    visit: async () => began(await openVisit(browser, portal.origin, set)),
    signIn: enter,
    async as(who) {
      const known = people.get(who);
      const before = front === who || front === null ? undefined : people.get(front);
      if (before !== undefined) await showTab(before.page, false);
      if (known !== undefined) await showTab(known.page, true);
      front = who;
      const visit = known ?? (await sitDown(`${who}@malay.example`));
      people.set(who, visit);
      return visit;
    },
    async leave(who) {
      const visit = people.get(who);
      people.delete(who);
      if (visit === undefined) throw new Error(`${who} is not here.`);
      expect(visit.problems).toEqual([]);
      left.push(visit);
    },
    takeProblems: () => visits.flatMap(({ problems }) => problems.splice(0)),
    async takePictures(name) {
      for (const [index, { page }] of present().entries()) await takePicture(page, `${name}-${index}`);
    },
    async at(moment) {
      clock.set(toDate(moment));
      for (const visit of present()) await set(visit);
      expect((await wakeDue(createRecordDesk(portal.application))).faults).toEqual([]);
    },
    async addAccount(department, username) {
      hash ??= await hashPassword(password);
      const unit = portal.application.portal().departments[department]?.demonstrationUnit ?? null;
      await insertAccount(portal.database, { department, username, name: username, unit, hash });
    },
    async linkInMail(username) {
      const mails = await listMessages(portal.database);
      const text = mails.findLast(({ address }) => address === username)?.text ?? '';
      return /https?:\/\/[^/\s]+(\/\S+)/.exec(text)?.[1] ?? '';
    },
    async close() {
      await browser.close();
      await portal.close();
    },
  };
}

/** Malay uses the time of the Philippines. */
function toDate(moment: string): Date {
  return new Date(`${moment}+08:00`);
}
