import type { JobRun, Ports } from '../ports'

/** What the lines of a file have come to. */
export interface FileResult {
  readonly repeated: number
  readonly writtenOff: number
  readonly exceptions: number
  readonly reversed: number
}

/** A stored file of payments. */
export interface PaymentFile {
  readonly SerialId: number
  readonly name: string
  readonly layout: 'store' | 'bank' | 'post'
  readonly open: () => AsyncIterable<Uint8Array>
}

/** Books the lines of a file. */
export const bookPaymentFile = async (_ports: Ports, _file: PaymentFile, _run: JobRun): Promise<FileResult> => {
  throw new Error('Replaced by the branch book.')
}
