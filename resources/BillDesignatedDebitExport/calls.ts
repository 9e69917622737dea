import { useQuery, useQueryClient } from '../../src/admin'
import { call } from '../../src/browser/http/client'
import type { DebitFileList, DebitFileRecords, DebitPreview } from '../../src/contract/call-responses'
import { debitFilePageSize } from '../../src/contract/debits'
import { type QueryParams, toListParams } from '../../src/contract/list-query'

/** A file of the list. */
export type DebitFile = DebitFileList['Files'][number]

/** Fetches what an export with these parameters would contain. */
export const useDebitPreview = (parameters: QueryParams) =>
  useQuery({
    queryKey: ['debit-preview', parameters],
    queryFn: ({ signal }) =>
      call<DebitPreview>('BillDesignatedDebitExport.Preview', {
        body: parameters,
        quiet: true,
        overlay: false,
        signal,
      }),
  })

/** Fetches a page of the list of files. */
export const useDebitFiles = (page: number) =>
  useQuery({
    queryKey: ['debit-files', page],
    queryFn: ({ signal }) =>
      call<DebitFileList>('BillDesignatedDebitExport.GetFiles', {
        query: toListParams({ filters: {}, page, pageSize: debitFilePageSize }),
        quiet: true,
        signal,
      }),
  })

/** Fetches the records of a file. */
export const useDebitRecords = (fileId: number) =>
  useQuery({
    queryKey: ['debit-records', fileId],
    queryFn: ({ signal }) =>
      call<DebitFileRecords>('BillDesignatedDebitExport.GetRecords', {
        params: { FileId: fileId },
        quiet: true,
        overlay: false,
        signal,
      }),
  })

/** Returns the function that loads the preview and the files again after a file was made or changed. */
export const useRefreshDebits = () => {
  const client = useQueryClient()
  return () =>
    Promise.all(
      ['debit-preview', 'debit-files', 'debit-records'].map((name) => client.invalidateQueries({ queryKey: [name] })),
    )
}
