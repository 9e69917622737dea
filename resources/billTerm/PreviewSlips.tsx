import { useRecordContext } from 'react-admin'
import { OpenFileButton, useFormCall, useNotifyFailure, useSchema } from '../../src/admin'
import { fetchFile } from '../../src/browser/http/client'
import { openFile } from '../../src/browser/http/open-file'
import type { TermRecord } from './term-record'

/** Renders the button on the page of a term that opens sample slips of the term. */
export const PreviewSlipsButton = () => {
  const SerialId: unknown = useRecordContext<TermRecord>()?.SerialId
  const notifyFailure = useNotifyFailure()
  return <OpenFileButton {...preview} onOpen={() => openPreview({ SerialId }).catch(notifyFailure)} />
}

/** Renders the button in the form of a term that opens sample slips with the input of the form. */
export const PreviewFormInputButton = () => {
  // The record of a new term, if there is one, has only initial values and no key.
  const SerialId: unknown = useRecordContext<TermRecord>()?.SerialId
  const sendInput = useFormCall(useSchema(), SerialId === undefined ? 'create' : 'update')
  return <OpenFileButton {...preview} onOpen={() => sendInput((input) => openPreview({ ...input, SerialId }))} />
}

const preview = { text: '預覽繳款單', call: 'BillTerm.PreviewPDF' } as const

const openPreview = async (body: Readonly<Record<string, unknown>>): Promise<void> => openFile(await fetchFile(preview.call, { body }))
