import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Picture, PictureQuestion, ProfileEngine } from './engine/questions.ts';

/**
 * The engine's answer to the latest question, the answer before it until then. One question is under way
 * at a time and only the newest waits, so dragging does not queue up pictures nobody will see.
 */
export function usePicture(
  engine: ProfileEngine,
  question: PictureQuestion,
  learn: (picture: Picture) => void,
  onFailure: (error: unknown) => void,
): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null);
  const flight = useRef<{ underWay: boolean; next: PictureQuestion | null }>({ underWay: false, next: null });

  const ask = (question: PictureQuestion): void => {
    const state = flight.current;
    if (state.underWay) {
      state.next = question;
      return;
    }
    state.underWay = true;
    engine
      .ask('picture', question)
      .then((picture) => {
        learn(picture);
        setPicture(picture);
      }, onFailure)
      .finally(() => {
        state.underWay = false;
        const { next } = state;
        state.next = null;
        if (next !== null) ask(next);
      });
  };

  useLayoutEffect(() => {
    if (question.pixels > 0) ask(question);
  }, [question.sampleType, question.zoom, question.pixels]);
  return picture;
}
