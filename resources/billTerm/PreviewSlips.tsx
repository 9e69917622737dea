import { useRecordContext } from 'react-admin'
import { OpenFileButton, useFormCall, useSchema } from '../../src/admin'
import { fetchFile } from '../../src/browser/http/client'
import { openFile } from '../../src/browser/http/open-file'
import type { TermRecord } from './term-record'

/** Renders the button that opens sample slips of a term, on its detail page. */
export const PreviewSlipsButton = () => {
  const SerialId: unknown = useRecordContext<TermRecord>()?.SerialId
  return <OpenFileButton {...buttonProps} onOpen={() => openPreview({ SerialId })} />
}

/** Renders the button that opens sample slips of a term with the input of its form. */
export const PreviewFormInputButton = () => {
  // A new term has no key; its record in the context, if there is one, has only initial values.
  const SerialId: unknown = useRecordContext<TermRecord>()?.SerialId
  const sendInput = useFormCall(useSchema(), SerialId === undefined ? 'create' : 'update')
  return <OpenFileButton {...buttonProps} onOpen={() => sendInput((input) => openPreview({ ...input, SerialId }))} />
}

const buttonProps = { text: '預覽繳款單', call: 'BillTerm.PreviewPDF' } as const

const openPreview = async (body: Readonly<Record<string, unknown>>): Promise<void> =>
  openFile(await fetchFile(buttonProps.call, { body }))
