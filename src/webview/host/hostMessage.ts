import type { FirstPicture } from '../../analysis/flame/flamePicture.ts';
import type { ToPage } from '../../protocol.ts';

/** What a host says; one that has the profile's first picture shows that before the profile itself. */
export type HostMessage = ToPage | PictureMessage;

export interface PictureMessage {
  readonly type: 'picture';
  readonly title: string;
  /** Of the profile; -1 where the host leaves it to the profile, and to what the user saw last. */
  readonly sampleType: number;
  readonly operations: number | null;
  readonly first: FirstPicture;
}
