import { ok } from '../../base/result.ts';
import type { Report } from './reportContext.ts';

/** `comments`: the comments of the profile, a line each. Its JSON has them in `profile`. */
export const comments: Report = {
  json() {
    return ok({});
  },

  text({ profile }) {
    return ok(profile.comments.map((comment) => `${comment}\n`));
  },
};
