/** The props of a screen: its route and the parameters of its path. */
import type { ComponentType } from 'react';
import type { Route } from '../../portal/model/route.ts';

export interface ScreenProps {
  readonly route: Route;
  /** Parameters of the path together with the route's own constants (`with`). */
  readonly params: Readonly<Record<string, string>>;
}

export type Screen = ComponentType<ScreenProps>;
