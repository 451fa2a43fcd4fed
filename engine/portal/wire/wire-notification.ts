/** Notifications as the API speaks of them: the shapes that server, browser and stories share. */

export interface WireNotification {
  readonly id: string;
  /** ISO date-time. */
  readonly at: string;
  readonly subject: string;
  /** Plain text; paragraphs are divided by empty lines. */
  readonly text: string;
  readonly read: boolean;
  /** The record's page that its reader may open, or null. */
  readonly path: string | null;
}

export interface WireNotifications {
  /** The newest first. */
  readonly items: readonly WireNotification[];
  /** Cursor of the next page, or null. */
  readonly next: string | null;
  /** How many of all are unread. */
  readonly unread: number;
}
