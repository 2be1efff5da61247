import type { FirstPicture } from '../../analysis/flame/flamePicture.ts';
import type { PerUnit } from '../../model.ts';
import type { PageReply, ToPage } from '../../protocol.ts';

/** A message that a host sends unasked. A host that has the profile's first picture sends it before the profile. */
export type HostMessage = Exclude<ToPage, PageReply> | PictureMessage;

export interface PictureMessage {
  readonly type: 'picture';
  readonly title: string;
  /** Index in the profile's sample types. -1: the page shows the one that the user saw last, or the profile's default. */
  readonly sampleType: number;
  readonly operations: number | null;
  readonly perUnit?: PerUnit | undefined;
  readonly first: FirstPicture;
}
