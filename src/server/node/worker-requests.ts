import { parentPort } from 'node:worker_threads'

/** A message of a worker: the response to the request with that id, or the reason why the worker exits. */
export type WorkerMessage<Result, Failure> =
  | { readonly id: number; readonly result: Result }
  | { readonly id: number; readonly failure: Failure }
  | { readonly crash: string }

/**
 * Handles the requests of the main thread.
 * Failures are converted, because an error loses its additional fields when it is sent between threads.
 * `afterResponse` runs after each response.
 */
export const handleRequests = <Request, Result, Failure>(
  handle: (request: Request) => Promise<Result>,
  failureOf: (error: unknown) => Failure,
  afterResponse = async (): Promise<void> => {},
): void => {
  parentPort?.on('message', ({ id, request }: { readonly id: number; readonly request: Request }) => {
    handle(request)
      .then((result): WorkerMessage<Result, Failure> => ({ id, result }))
      .catch((error: unknown): WorkerMessage<Result, Failure> => ({ id, failure: failureOf(error) }))
      .then((message) => parentPort?.postMessage(message))
      .then(afterResponse)
  })
}
