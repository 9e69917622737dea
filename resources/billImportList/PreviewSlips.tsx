import { type ImportWizard, OpenFileButton, useFormCall, useSchema } from '../../src/admin'
import { fetchFile } from '../../src/browser/http/client'
import { openFile } from '../../src/browser/http/open-file'
import { requestFieldsOf, toFormData } from './upload-form'

/** Renders the button of the upload in steps that opens the first slips of the file. The server has already stored the file. */
export const PreviewStoredFileButton = ({ wizard }: { wizard: ImportWizard }) => (
  <OpenFileButton {...buttonProps} onOpen={() => openPreview(wizard.requestFields).then(wizard.clearProblem, wizard.showProblem)} />
)

/** Renders the button of the upload in one step that opens the first slips of the selected file. */
export const PreviewFileButton = () => {
  const sendInput = useFormCall(useSchema(), 'create')
  return <OpenFileButton {...buttonProps} onOpen={() => sendInput((input) => openPreview(requestFieldsOf(input)))} />
}

const buttonProps = { text: '預覽繳款單', call: 'BillImportList.PreviewPDF' } as const

const openPreview = async (fields: Parameters<typeof toFormData>[0]): Promise<void> => openFile(await fetchFile(buttonProps.call, { form: toFormData(fields) }))
