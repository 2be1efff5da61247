/** What the tests use of it. */
declare module 'markdown-it' {
  interface Token {
    readonly type: string;
    readonly content: string;
    readonly children: Token[] | null;
    attrGet(name: string): string | null;
  }
  export default class MarkdownIt {
    constructor(options: { html: boolean; linkify: boolean });
    validateLink: (url: string) => boolean;
    parse(text: string, environment: object): Token[];
  }
}
