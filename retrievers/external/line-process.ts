import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { ExpectedError } from '../../engine/expected-error.ts';
import { ItemFailure } from '../../engine/stage.ts';

const reply = z.looseObject({ id: z.int(), error: z.string().optional() });
export type ProgramReply = z.infer<typeof reply>;

interface Pending {
  resolve(reply: ProgramReply): void;
  reject(error: Error): void;
}

/** So many characters of what a program says on its error stream are told when it fails. */
const told = 600;

/**
 * A program that answers requests: one JSON object a line goes in, one comes out for each, told apart by their `id`. It is
 * started with the first request and ends when its input does, with this process at the latest.
 */
export class LineProcess {
  readonly #command: string;
  readonly #timeoutMs: number;
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcess | undefined;
  #ended: ExpectedError | undefined;
  #said = '';
  #last = 0;

  constructor(command: string, timeoutMs: number) {
    this.#command = command;
    this.#timeoutMs = timeoutMs;
  }

  /**
   * The reply to a request. Throws `ItemFailure` where the program tells an error or takes too long, `ExpectedError` where
   * it cannot be started, has ended, or says what is no reply.
   */
  async ask(request: object, signal: AbortSignal): Promise<ProgramReply> {
    signal.throwIfAborted();
    if (this.#ended !== undefined) throw this.#ended;
    const child = (this.#child ??= this.#start());
    const id = (this.#last += 1);
    const replied = this.#replyTo(id, signal);
    child.stdin?.write(`${JSON.stringify({ id, ...request })}\n`);
    const answer = await replied;
    if (answer.error !== undefined) throw new ItemFailure(`${this.#command}: ${answer.error}`);
    return answer;
  }

  async #replyTo(id: number, signal: AbortSignal): Promise<ProgramReply> {
    const gaveUp = new AbortController();
    try {
      return await new Promise<ProgramReply>((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        const tooLate = `${this.#command} gave no reply within ${this.#timeoutMs / 1000} s`;
        const timer = setTimeout(() => reject(new ItemFailure(tooLate)), this.#timeoutMs);
        gaveUp.signal.addEventListener('abort', () => clearTimeout(timer));
        signal.addEventListener('abort', () => reject(signal.reason as Error), { signal: gaveUp.signal });
      });
    } finally {
      gaveUp.abort();
      this.#pending.delete(id);
    }
  }

  #start(): ChildProcess {
    const [program = '', ...args] = wordsOf(this.#command);
    const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    // It is no reason to stay: whoever waits for a reply has a timer running.
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr])
      if (stream !== null && 'unref' in stream) (stream as unknown as { unref(): void }).unref();
    process.once('exit', () => child.kill());
    child.on('error', (error) => this.#end(`it cannot be started: ${error.message}`));
    child.on('close', (code, by) => this.#end(`it has ended with ${by ?? `exit code ${code}`}`));
    child.stdin.on('error', () => undefined);
    child.stderr.on('data', (data: Buffer) => (this.#said = (this.#said + data.toString()).slice(-told)));
    createInterface({ input: child.stdout }).on('line', (line) => this.#hear(line));
    return child;
  }

  #hear(line: string): void {
    if (line.trim() === '') return;
    let parsed: ProgramReply | undefined;
    try {
      parsed = reply.parse(JSON.parse(line));
    } catch {
      this.#end(`it wrote what is no reply: ${JSON.stringify(line.slice(0, 200))}`);
      this.#child?.kill();
      return;
    }
    this.#pending.get(parsed.id)?.resolve(parsed);
  }

  #end(why: string): void {
    if (this.#ended !== undefined) return;
    const said = this.#said.trim();
    this.#ended = new ExpectedError({
      code: 'external-retriever',
      message: `Expected a reply of the retriever \`${this.#command}\`, found that ${why}.${said === '' ? '' : ` It said: ${said}`}`,
      where: '--retriever',
      remedy: 'Run the command by hand and give it a line as docs/external-retrievers.md has them.',
      exitCode: 1,
    });
    for (const { reject } of this.#pending.values()) reject(this.#ended);
  }
}

/** The words of a command; quotes hold words with blanks together. No shell reads it. */
export function wordsOf(command: string): readonly string[] {
  return [...command.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, bare]) => double ?? single ?? bare ?? '',
  );
}
