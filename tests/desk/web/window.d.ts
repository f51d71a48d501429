// What the scripts of a page share with each other.
interface Replay {
  count(): number;
  step(): number;
  isAmiss(step: number): boolean;
  goTo(step: number): void;
  stop(): void;
  picture(): string;
  said(step: number): string[];
  save(file: Blob, kind: string): void;
}

interface Window {
  recoup: { say(name: string, parts?: Record<string, unknown>): string; replay?: Replay };
}
