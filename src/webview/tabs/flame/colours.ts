import type { CodeOrigin } from '../../../analysis/names/codeOrigin.ts';
import type { CauseGroup } from '../../view/causeGroups.ts';

/**
 * Colours of frames. They are made in OKLCH, where colours of one lightness look equally light whatever their hue. So
 * one colour of text is readable on all of them.
 */

export type ThemeKind = 'light' | 'dark' | 'high-contrast-light' | 'high-contrast-dark';

/** Whether a search marks a frame; `plain` without a search. */
export type Emphasis = 'plain' | 'matched' | 'dimmed';

export interface FrameColours {
  readonly fill: string;
  readonly text: string;
  /**
   * A line around the frame, in themes where the fill alone does not separate frames from the page; `null` for none.
   */
  readonly border: string | null;
}

/** Lightness (0 to 1) and chroma. */
type Tone = readonly [lightness: number, chroma: number];

interface Palette {
  readonly fill: Record<Emphasis | 'root', Tone>;
  readonly text: Record<Emphasis | 'root', Tone>;
  readonly border: Record<Emphasis | 'root', Tone> | null;
}

/**
 * The hue of all matches: amber, as in the editor's find. Their lightness and chroma set them apart from every
 * package.
 */
const matchHue = 75;

const palettes: Record<ThemeKind, Palette> = {
  light: {
    fill: { plain: [0.87, 0.065], matched: [0.83, 0.16], dimmed: [0.955, 0.012], root: [0.91, 0] },
    text: { plain: [0.2, 0], matched: [0.2, 0], dimmed: [0.47, 0], root: [0.2, 0] },
    border: null,
  },
  dark: {
    fill: { plain: [0.43, 0.07], matched: [0.72, 0.15], dimmed: [0.27, 0.012], root: [0.36, 0] },
    text: { plain: [0.97, 0], matched: [0.17, 0], dimmed: [0.72, 0], root: [0.97, 0] },
    border: null,
  },
  'high-contrast-light': {
    fill: { plain: [0.97, 0.02], matched: [0.86, 0.16], dimmed: [1, 0], root: [1, 0] },
    text: { plain: [0, 0], matched: [0, 0], dimmed: [0.4, 0], root: [0, 0] },
    border: { plain: [0.45, 0.12], matched: [0, 0], dimmed: [0.8, 0], root: [0, 0] },
  },
  'high-contrast-dark': {
    fill: { plain: [0.2, 0.04], matched: [0.82, 0.16], dimmed: [0, 0], root: [0, 0] },
    text: { plain: [1, 0], matched: [0, 0], dimmed: [0.75, 0], root: [1, 0] },
    border: { plain: [0.78, 0.12], matched: [1, 0], dimmed: [0.42, 0], root: [1, 0] },
  },
};

/** The largest difference in lightness between functions of one package: frames side by side look different. */
const lightnessRange = 0.035;

/**
 * Colours of a function's frames by package. A package has the same hue in every profile and theme, and a function
 * the same shade of it.
 */
export function packageColours(
  packageName: string,
  functionName: string,
  theme: ThemeKind,
  emphasis: Emphasis,
): FrameColours {
  const shade = palettes[theme].border !== null ? 0 : (hueOf(functionName) / 360 - 0.5) * lightnessRange;
  return coloursOf(theme, emphasis, hueOf(packageName), { lighter: shade });
}

/** The number of steps in the scales of heat and of difference. */
export const scaleSteps = 10;

/** Colours by cost, from pale to hot: `step` 0 to `scaleSteps`. */
export function heatColours(step: number, theme: ThemeKind, emphasis: Emphasis): FrameColours {
  const heat = step / scaleSteps;
  // From pale yellow to strong red. The text must stay readable at both ends.
  const look = {
    lighter: theme === 'dark' ? 0.1 * heat - 0.06 : 0.06 - 0.14 * heat,
    stronger: 0.3 + 2 * heat,
  };
  return coloursOf(theme, emphasis, 100 - 75 * heat, look);
}

/** The step of a share of the total. It grows with the square root, because most frames cost only a few percent. */
export function heatStep(share: number): number {
  return Math.round(Math.sqrt(Math.min(1, Math.abs(share))) * scaleSteps);
}

const originHues: Record<CodeOrigin, number> = {
  own: 145,
  dependency: 305,
  standard: 240,
  runtime: 60,
  unknown: 0,
};

/** Colours by whose code it is. The runtime's is the palest. */
export function originColours(origin: CodeOrigin, theme: ThemeKind, emphasis: Emphasis): FrameColours {
  const stronger = { own: 1.5, dependency: 1, standard: 0.8, runtime: 0.25, unknown: 0 }[origin];
  return coloursOf(theme, emphasis, originHues[origin], { stronger });
}

/** Hue and strength. What says least is the palest. */
const groupLooks: Readonly<Record<CauseGroup, readonly [hue: number, stronger: number]>> = {
  own: [145, 1.5],
  allocation: [50, 1.7],
  collector: [15, 1.7],
  map: [100, 1.5],
  copy: [190, 1.3],
  waiting: [330, 1.5],
  system: [260, 1.6],
  formatting: [300, 1.5],
  library: [240, 0.4],
  runtime: [0, 0],
};

/** Colours by cause. */
export function causeColours(group: CauseGroup, theme: ThemeKind, emphasis: Emphasis): FrameColours {
  const [hue, stronger] = groupLooks[group];
  return coloursOf(theme, emphasis, hue, { stronger });
}

/**
 * Colours of a difference: blue where the cost shrank, orange where it grew, grey where it did not change. People of
 * every kind of colour vision can tell these apart. `step` is from `-scaleSteps` to `scaleSteps`.
 */
export function differenceColours(step: number, theme: ThemeKind, emphasis: Emphasis): FrameColours {
  const size = Math.abs(step) / scaleSteps;
  return coloursOf(theme, emphasis, step < 0 ? 250 : 55, {
    lighter: theme === 'dark' ? 0.1 * size - 0.08 : 0.05 - 0.1 * size,
    stronger: 2.2 * size,
  });
}

/** The step of a frame: its change as a share of its width, which is the sum of the costs before and after. */
export function differenceStep(cum: number, width: number): number {
  return width === 0 ? 0 : Math.round((cum / width) * scaleSteps);
}

export function rootColours(theme: ThemeKind): FrameColours {
  return coloursOf(theme, 'root', 0, {});
}

/** How a colour differs from the tone of its palette. */
interface Look {
  /** Added to the lightness. */
  readonly lighter?: number;
  /** The chroma is multiplied by it. */
  readonly stronger?: number;
}

function coloursOf(theme: ThemeKind, emphasis: Emphasis | 'root', hue: number, look: Look): FrameColours {
  const { fill, text, border } = palettes[theme];
  const { lighter = 0, stronger = 1 } = emphasis === 'plain' ? look : {};
  const shownHue = emphasis === 'matched' ? matchHue : hue;
  const [lightness, chroma] = fill[emphasis];
  const borderTone = border?.[emphasis] ?? null;
  // In high contrast the fills are hardly visible: the borders carry the colours.
  const [fillLighter, borderStronger] = borderTone === null ? [lighter, 1] : [0, Math.min(1.3, stronger)];
  return {
    fill: cssColour([lightness + fillLighter, Math.min(chroma * stronger, 0.17)], shownHue),
    text: cssColour(text[emphasis], shownHue),
    border: borderTone === null ? null : cssColour([borderTone[0], borderTone[1] * borderStronger], shownHue),
  };
}

/** A hue in degrees. A 32-bit FNV-1a hash spreads names evenly over the circle. */
export function hueOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < name.length; i++) hash = Math.imul(hash ^ name.charCodeAt(i), 0x01000193);
  // Short names differ little in the low bits of FNV.
  hash ^= hash >>> 15;
  return ((hash >>> 0) * 137.508) % 360;
}

function cssColour([lightness, chroma]: Tone, hue: number): string {
  const [red, green, blue] = oklchToRgb(lightness, chroma, hue);
  return `rgb(${red} ${green} ${blue})`;
}

/** sRGB, 0 to 255. The matrices are those of the OKLab definition (B. Ottosson). */
function oklchToRgb(lightness: number, chroma: number, hue: number): [number, number, number] {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function toByte(linear: number): number {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255);
}
