import { describe, expect, it } from 'vitest';
import { faultOfError } from '../../../models/remote/classify-error.ts';
import { faultOfReply } from '../../../models/remote/classify.ts';
import type { Fault } from '../../../models/remote/fault.ts';

function reply(status: number, body: unknown, headers: Record<string, string> = {}): Fault | undefined {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return faultOfReply({ status, text, headers: new Headers(headers), path: '/v1/chat/completions' }, 0);
}

const openAi = (message: string, code: string | number | null, type: string) => ({
  error: { message, type, param: null, code },
});

describe('refusals of providers', () => {
  it.each<[string, number, unknown, Fault['code']]>([
    [
      'OpenAI: bad key',
      401,
      openAi('Incorrect API key provided', 'invalid_api_key', 'invalid_request_error'),
      'bad-key',
    ],
    [
      'OpenAI: key without rights',
      403,
      openAi('You have insufficient permissions', null, 'permission_error'),
      'bad-key',
    ],
    [
      'Google: bad key',
      400,
      [
        {
          error: {
            code: 400,
            message: 'API key not valid. Please pass a valid API key.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
      'bad-key',
    ],
    [
      'Azure: bad key',
      401,
      { statusCode: 401, message: 'Access denied due to invalid subscription key' },
      'bad-key',
    ],
    [
      'LiteLLM: bad key as a server error',
      500,
      openAi('litellm.AuthenticationError: no', 'invalid_api_key', 'None'),
      'bad-key',
    ],
    [
      'OpenAI: spent credit',
      429,
      openAi('You exceeded your current quota', 'insufficient_quota', 'insufficient_quota'),
      'no-credit',
    ],
    [
      'OpenRouter: spent credit',
      402,
      { error: { code: 402, message: 'This request requires more credits' } },
      'no-credit',
    ],
    [
      'DeepSeek: spent credit',
      402,
      openAi('Insufficient Balance', 'invalid_request_error', 'unknown_error'),
      'no-credit',
    ],
    [
      'Anthropic: spent credit',
      400,
      { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
      'no-credit',
    ],
    [
      'OpenAI: unknown model',
      404,
      openAi(
        'The model `m` does not exist or you do not have access to it.',
        'model_not_found',
        'invalid_request_error',
      ),
      'unknown-model',
    ],
    [
      'OpenAI: model of another project',
      403,
      openAi('Project has no access to model', 'model_not_found', 'invalid_request_error'),
      'unknown-model',
    ],
    [
      'vLLM: unknown model',
      404,
      { object: 'error', message: 'The model `m` does not exist.', type: 'NotFoundError', code: 404 },
      'unknown-model',
    ],
    ['Ollama: unknown model', 404, { error: 'model "m" not found, try pulling it first' }, 'unknown-model'],
    [
      'OpenRouter: unknown model',
      400,
      { error: { code: 400, message: 'm is not a valid model ID' } },
      'unknown-model',
    ],
    [
      'Mistral: unknown model',
      400,
      { object: 'error', message: 'Invalid model: m', type: 'invalid_model', code: '1500' },
      'unknown-model',
    ],
    [
      'Azure: unknown deployment',
      404,
      { error: { code: 'DeploymentNotFound', message: 'The API deployment does not exist.' } },
      'unknown-model',
    ],
    ['LM Studio: no model', 400, { error: 'No models loaded. Please load a model first.' }, 'unknown-model'],
    ['FastAPI: wrong path', 404, { detail: 'Not Found' }, 'wrong-address'],
    ['plain text: wrong path', 404, '404 page not found', 'wrong-address'],
    ['wrong method', 405, { detail: 'Method Not Allowed' }, 'wrong-address'],
    ['moved', 308, '', 'wrong-address'],
    ['an HTML page for a wrong path', 404, '<!doctype html><title>Oops</title>', 'wrong-address'],
    ['an HTML page for a wrong host', 200, '\n<html><body>Welcome</body></html>', 'wrong-address'],
    ['an HTML page of a wall', 403, '<html><title>Attention</title></html>', 'wrong-address'],
    [
      'OpenAI: unsupported value',
      400,
      openAi(
        "Unsupported value: 'temperature' does not support 0 with this model.",
        'unsupported_value',
        'invalid_request_error',
      ),
      'unsupported-parameter',
    ],
    [
      'OpenAI: unsupported parameter',
      400,
      openAi(
        "Unsupported parameter: 'max_tokens' is not supported with this model.",
        'unsupported_parameter',
        'invalid_request_error',
      ),
      'unsupported-parameter',
    ],
    [
      'pydantic: unknown field',
      422,
      { detail: [{ msg: 'Extra inputs are not permitted', loc: ['body', 'seed'] }] },
      'unsupported-parameter',
    ],
    [
      'OpenAI: context',
      400,
      openAi(
        "This model's maximum context length is 8192 tokens.",
        'context_length_exceeded',
        'invalid_request_error',
      ),
      'too-long',
    ],
    [
      'llama.cpp: context',
      400,
      {
        error: {
          code: 400,
          message: 'the request exceeds the available context size',
          type: 'exceed_context_size_error',
        },
      },
      'too-long',
    ],
    [
      'vLLM: context',
      400,
      {
        object: 'error',
        message: "This model's maximum context length is 4096 tokens. However, you requested 5000",
        type: 'BadRequestError',
        code: 400,
      },
      'too-long',
    ],
    [
      'Anthropic: context',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 210000 tokens > 200000 maximum',
        },
      },
      'too-long',
    ],
    [
      'a request that no minute has room for',
      429,
      openAi(
        'Request too large for m on tokens per min (TPM): Limit 10000, Requested 12000.',
        'rate_limit_exceeded',
        'tokens',
      ),
      'too-long',
    ],
    ['too long for the server', 413, '', 'too-long'],
    [
      'Azure: filter',
      400,
      {
        error: {
          code: 'content_filter',
          message: "triggering Azure OpenAI's content management policy",
          innererror: { code: 'ResponsibleAIPolicyViolation' },
        },
      },
      'filtered',
    ],
    [
      'OpenRouter: moderation',
      403,
      { error: { code: 403, message: 'Your input was flagged', metadata: { reasons: ['x'] } } },
      'filtered',
    ],
    [
      'something else in the request',
      400,
      openAi("'messages' is too short", null, 'invalid_request_error'),
      'refused',
    ],
    [
      'pydantic: something else',
      422,
      { detail: [{ msg: 'Input should be a valid string', loc: ['body'] }] },
      'refused',
    ],
    [
      'rate limit',
      429,
      openAi('Rate limit reached for requests', 'rate_limit_exceeded', 'requests'),
      'overloaded',
    ],
    ['rate limit without a body', 429, '', 'overloaded'],
    [
      'Anthropic: overload',
      529,
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
      'overloaded',
    ],
    [
      'llama.cpp: loading',
      503,
      { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
      'overloaded',
    ],
    ['a gateway', 502, '<html><head><title>502 Bad Gateway</title></head></html>', 'server-error'],
    ['a CDN', 522, '<!DOCTYPE html><title>Connection timed out</title>', 'server-error'],
    [
      'a broken server',
      500,
      { error: { message: 'The server had an error', type: 'server_error' } },
      'server-error',
    ],
    ['a request that timed out', 408, '', 'timed-out'],
    ['a conflict', 409, '', 'server-error'],
    ['too early', 425, '', 'server-error'],
  ])('%s', (_, status, body, code) => {
    expect(reply(status, body)?.code).toBe(code);
  });

  it('puts an end to the run, the item or the attempt', () => {
    expect(reply(401, '')?.ends).toBe('run');
    expect(reply(400, '')?.ends).toBe('item');
    expect(reply(500, '')?.ends).toBe('attempt');
  });

  it('hands the wait on that a server asks for, from a header before words', () => {
    const body = openAi('Please try again in 20s.', null, 'requests');
    expect(reply(429, body, { 'retry-after': '3' })).toMatchObject({ waitMs: 3000 });
    expect(reply(429, body)).toMatchObject({ waitMs: 20_000 });
    expect(reply(503, '<html></html>', { 'retry-after': '7' })).toMatchObject({ waitMs: 7000 });
    expect(reply(429, '')).not.toHaveProperty('waitMs');
  });

  it("gives the status and the server's own words, in one line and not at length", () => {
    expect(reply(500, openAi('Out of\nmemory\u001b[31m\u202e.', null, 'x'))?.reason).toBe(
      '500 Internal Server Error: Out of memory [31m',
    );
    const long = reply(400, openAi('far too much '.repeat(1000), null, 'x'))?.reason ?? '';
    expect(long.length).toBeLessThan(300);
    expect(reply(503, '<html><title>Down for\n repair</title><p>Much text</p></html>')?.reason).toBe(
      '503 Service Unavailable: an HTML page in place of JSON, titled “Down for repair”',
    );
    expect(
      reply(400, { error: { message: 'Provider returned error', metadata: { raw: 'no such tool' } } })
        ?.reason,
    ).toBe('400 Bad Request: Provider returned error: no such tool');
    expect(reply(307, '', { location: 'https://other.example/v1' })?.reason).toContain(
      'https://other.example/v1',
    );
  });
});

function answered(message: object, finish: string | null = 'stop'): object {
  return { choices: [{ message, finish_reason: finish }] };
}

describe('replies that claim success', () => {
  it.each<[string, unknown]>([
    ['an answer', answered({ content: 'a kayak' })],
    ['an answer in parts', answered({ content: [{ type: 'text', text: 'a kayak' }] })],
    ['an answer beside an empty error', { ...answered({ content: 'a kayak' }), error: null }],
    ['an answer that does not say why it ends', answered({ content: 'a kayak' }, null)],
    ['a call of a tool', answered({ content: null, tool_calls: [{ id: '1' }] }, 'tool_calls')],
    ['an answer that speaks of errors', answered({ content: '{"error": "rate limit"}' })],
  ])('%s is fine', (_, body) => {
    expect(reply(200, body)).toBeUndefined();
  });

  it('leaves vectors and streams to who asked for them', () => {
    const headers = new Headers();
    const vectors = { status: 200, text: '{"data": [], "object": "list"}', headers, path: '/v1/embeddings' };
    expect(faultOfReply(vectors, 0)).toBeUndefined();
    expect(
      reply(200, 'data: {"choices": []}\n\n', { 'content-type': 'text/event-stream; charset=utf-8' }),
    ).toBeUndefined();
  });

  it.each<[string, unknown, Fault['code']]>([
    ['an empty answer', answered({ content: '' }), 'empty-answer'],
    ['an answer of blanks', answered({ content: ' \n' }), 'empty-answer'],
    ['no content', answered({ content: null }), 'empty-answer'],
    ['no choice', { choices: [] }, 'empty-answer'],
    ['an empty body', '', 'empty-answer'],
    ['a filtered answer', answered({ content: '' }, 'content_filter'), 'filtered'],
    ['a refusal', answered({ content: null, refusal: 'I cannot help with that.' }), 'filtered'],
    ['a cut answer', answered({ content: 'a kay' }, 'length'), 'cut-short'],
    ['reasoning that used up the length', answered({ content: '' }, 'length'), 'cut-short'],
    ['JSON that breaks off', '{"choices": [{"message": {"content": "a kay', 'broken-off'],
    ['words', 'It works!', 'wrong-address'],
    ['a plain null', 'null', 'wrong-address'],
    ['another API', { message: { content: 'a kayak' } }, 'unreadable'],
    ['an error with a status', { error: { code: 429, message: 'slow down' } }, 'overloaded'],
    ['an error with a status in quotes', { error: { code: '401', message: 'no' } }, 'bad-key'],
    ['an error with a code', { error: { code: 'context_length_exceeded', message: 'no' } }, 'too-long'],
    ['an error with a type', { error: { type: 'rate_limit_error', message: 'no' } }, 'overloaded'],
    ['an error in words', { error: 'Too many requests, slow down' }, 'overloaded'],
    ['an error about the request', { error: { type: 'invalid_request_error', message: 'no' } }, 'refused'],
    ['an error that says nothing', { error: {} }, 'server-error'],
    ['a path that is not there', { error: 'Unexpected endpoint or method. (POST /chat)' }, 'wrong-address'],
    [
      'an error in place of a choice',
      { choices: [{ error: { code: 502, message: 'Provider died' } }] },
      'server-error',
    ],
    ['a spent credit', { error: { code: 402, message: 'Insufficient credits' } }, 'no-credit'],
  ])('%s is told apart', (_, body, code) => {
    expect(reply(200, body)?.code).toBe(code);
  });
});

function withCode(code: string): Error {
  return Object.assign(new Error('low level'), { code });
}

describe('errors that are thrown', () => {
  it.each<[string, unknown, Fault['code']]>([
    ['a refused connection', withCode('ECONNREFUSED'), 'unreachable'],
    ['an unknown host', withCode('ENOTFOUND'), 'unreachable'],
    ['a reset', withCode('ECONNRESET'), 'broken-off'],
    ['a closed socket', withCode('UND_ERR_SOCKET'), 'broken-off'],
    ['a slow connection', withCode('UND_ERR_CONNECT_TIMEOUT'), 'timed-out'],
    ['a certificate', withCode('DEPTH_ZERO_SELF_SIGNED_CERT'), 'untrusted-certificate'],
    ['https spoken to http', withCode('ERR_SSL_WRONG_VERSION_NUMBER'), 'wrong-address'],
    ['a cause', new TypeError('fetch failed', { cause: withCode('ECONNREFUSED') }), 'unreachable'],
    [
      'a cause of a cause',
      new Error('Connection error.', {
        cause: new TypeError('fetch failed', { cause: withCode('EAI_AGAIN') }),
      }),
      'unreachable',
    ],
    [
      'every address refused',
      new AggregateError([withCode('ECONNREFUSED'), withCode('ENETUNREACH')]),
      'unreachable',
    ],
    ['words alone', new Error('Request timed out.'), 'timed-out'],
    ['fewer words', new TypeError('fetch failed'), 'broken-off'],
    ["a library's status", Object.assign(new Error('429 slow down'), { status: 429 }), 'overloaded'],
    [
      "a library's status and body",
      Object.assign(new Error('400'), {
        status: 400,
        error: { code: 'context_length_exceeded', message: 'no' },
      }),
      'too-long',
    ],
  ])('%s is understood', (_, error, code) => {
    expect(faultOfError(error, 0)?.code).toBe(code);
  });

  it('takes no bug for a fault', () => {
    for (const bug of [
      new TypeError('x is not a function'),
      new RangeError('length'),
      'text',
      undefined,
      null,
    ]) {
      expect(faultOfError(bug, 0)).toBeUndefined();
    }
    const circular = new Error('a');
    circular.cause = new Error('b', { cause: circular });
    expect(faultOfError(circular, 0)).toBeUndefined();
  });
});
