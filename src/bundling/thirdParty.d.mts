export const allowedLicences: readonly string[];
export const missingTexts: Readonly<Record<string, { readonly text: string; readonly source: string }>>;
export const remarks: Readonly<Record<string, string>>;
export const embedded: Readonly<
  Record<
    string,
    readonly {
      readonly name: string;
      readonly licence: string;
      readonly text: string;
      readonly home: string;
      readonly source: string;
      readonly offer?: string;
    }[]
  >
>;
