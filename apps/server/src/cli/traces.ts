import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  NodeTracerProvider,
  type SpanExporter,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace-node';
import { onQuestion } from '../asking/index.ts';
import type { TraceSettings } from '../config/parseTraces.ts';
import type { Meter, MeteredAnswer } from '../http/index.ts';

interface Traces {
  readonly answered: Meter['answered'];
  /** Sends what waits, for a few seconds at most. */
  close(): Promise<void>;
}

interface TracesDeps {
  readonly settings: TraceSettings;
  readonly version: string;
  /** Gets what kept spans from being sent; they are lost. */
  readonly onFault: (error: unknown) => void;
}

const patienceMs = 3000;

/**
 * Sends a span for each answer, and one below it for each statement to the research data, to an OTLP receiver. They hold
 * calls, states, times and numbers of rows; no path, no text or value of a statement, and nobody (rule 16.6).
 */
export function createTraces({ settings, version, onFault }: TracesDeps): Traces {
  const { url, token, share } = settings;
  const exporter = new OTLPTraceExporter({
    url,
    timeoutMillis: patienceMs,
    ...(token !== null && { headers: { authorization: `Bearer ${token}` } }),
  });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'atrium', 'service.version': version }),
    sampler: new TraceIdRatioBasedSampler(share),
    spanProcessors: [new BatchSpanProcessor(tellingOfFaults(exporter, onFault))],
  });
  const tracer = provider.getTracer('atrium', version);
  // Statements are kept for those who listen to questions.
  const endListening = onQuestion(() => {});
  return {
    answered: ({ requestId, method, route, status, seconds, statements }: MeteredAnswer) => {
      const end = Date.now();
      const begin = end - seconds * 1000;
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          startTime: begin,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'http.response.status_code': status,
            'atrium.request_id': requestId,
          },
        },
        ROOT_CONTEXT,
      );
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      const below = trace.setSpan(ROOT_CONTEXT, span);
      for (const { begin: after, ms, rows } of statements)
        tracer
          .startSpan(
            'statement',
            {
              kind: SpanKind.CLIENT,
              startTime: begin + after,
              attributes: rows === null ? {} : { 'db.response.returned_rows': rows },
            },
            below,
          )
          .end(Math.min(begin + after + ms, end));
      span.end(end);
    },
    close: async () => {
      endListening();
      await provider.shutdown().catch(onFault);
    },
  };
}

/** The processor of spans does not report what it cannot send. */
const tellingOfFaults = (exporter: SpanExporter, onFault: (error: unknown) => void): SpanExporter => ({
  export: (spans, done) =>
    exporter.export(spans, (result) => {
      if (result.code !== 0) onFault(result.error);
      done(result);
    }),
  shutdown: () => exporter.shutdown(),
});
