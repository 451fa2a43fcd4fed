/** The props of a screen: its route and the parameters of its path; and what it reads first. */
import type { ComponentType } from 'react';
import type { Route } from '../../portal/model/route.ts';
import type { PortalSlice } from '../../portal/wire/slice.ts';
import type { ReadRequest } from '../api/call.ts';
import type { UserSession } from '../session/user.ts';

export interface ScreenProps {
  readonly route: Route;
  /** Parameters of the path together with the route's own constants (`with`). */
  readonly params: Readonly<Record<string, string>>;
}

export type Screen = ComponentType<ScreenProps>;

/** A page that is about to be drawn for somebody who is signed in. */
export interface ComingPage extends ScreenProps {
  readonly slice: PortalSlice;
  readonly session: UserSession;
  readonly pathname: string;
  readonly search: URLSearchParams;
}

/** What a screen reads as soon as it is drawn: it is asked for before. What is missing here, the screen asks for itself. */
export type FirstReads = (coming: ComingPage) => readonly ReadRequest[];
