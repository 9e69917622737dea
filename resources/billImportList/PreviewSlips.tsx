import { type ImportWizard, OpenFileButton, useFormCall, useSchema } from '../../src/admin'
import { fetchFile } from '../../src/browser/http/client'
import { openFile } from '../../src/browser/http/open-file'
import { fieldsOf, toForm } from './upload-form'

/** Renders the button that opens the first slips of the file that the server has kept, for the import in steps. */
export const PreviewKeptFileButton = ({ wizard }: { wizard: ImportWizard }) => (
  <OpenFileButton {...preview} onOpen={() => openPreview(wizard.sentFields).then(wizard.clearProblem, wizard.showProblem)} />
)

/** Renders the button in the form of an upload that opens the first slips of its file. */
export const PreviewFileButton = () => {
  const sendInput = useFormCall(useSchema(), 'create')
  return <OpenFileButton {...preview} onOpen={() => sendInput((input) => openPreview(fieldsOf(input)))} />
}

const preview = { text: '預覽繳款單', call: 'BillImportList.PreviewPDF' } as const

const openPreview = async (fields: Parameters<typeof toForm>[0]): Promise<void> => openFile(await fetchFile(preview.call, { form: toForm(fields) }))
