// A view is what stands in the middle of the page at one address.

export interface View {
  title: string;
  element: HTMLElement;
  /** keys are those that do something here and what that is, such as ["j", "Next block"]. */
  keys?: [string, string][];
  /** close stops what the view has under way. */
  close?(): void;
}

/** titled is what the window is called. */
export function titled(title: string): string { return `${title} – Octavo Studio`; }

/** Panel is what an operation shows of a finished job, beside its pages. */
export interface Panel {
  element: HTMLElement;
  /** pages is false where the document has none to show, such as a spreadsheet. */
  pages?: boolean;
  close?(): void;
}

/** Form is what an operation asks before it runs. */
export interface Form {
  element: HTMLElement;
  /** request is the body without `input`; it throws a Failure where something is missing. */
  request(): Record<string, unknown>;
  /** load shows the settings of an earlier request. */
  load(config: Record<string, unknown>): void;
}

/** Chosen is the document that a form is about. */
export interface Chosen {
  /** input is what a request names it by, after an upload where it is a file; it throws a Failure where there is none. */
  input(): Promise<unknown>;
}
