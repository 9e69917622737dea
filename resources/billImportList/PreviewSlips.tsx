import { confirmingSender, type ImportWizard, OpenFileButton, useFormCall, useSchema } from '../../src/admin'
import { fetchFile } from '../../src/browser/http/client'
import { openFile } from '../../src/browser/http/open-file'
import { requestFieldsOf, textsOf, toFormData } from './upload-form'

/** Renders a button that opens sample slips of the first rows of the file that the wizard has already uploaded. */
export const PreviewUploadedFileButton = ({ wizard }: { wizard: ImportWizard }) => (
  <OpenFileButton
    {...buttonProps}
    onOpen={() => openPreview(wizard.requestFields).then(wizard.clearProblem, wizard.showProblem)}
  />
)

/** Renders a button that opens sample slips of the first rows of the file that is selected in the one-step form. */
export const PreviewFileButton = () => {
  const sendInput = useFormCall(useSchema(), 'create')
  return (
    <OpenFileButton
      {...buttonProps}
      onOpen={() =>
        sendInput((input) =>
          confirmingSender()((confirmation) => openPreview({ ...requestFieldsOf(input), ...textsOf(confirmation) })),
        )
      }
    />
  )
}

const buttonProps = { text: '預覽繳款單', call: 'BillImportList.PreviewPDF' } as const

const openPreview = async (fields: Parameters<typeof toFormData>[0]): Promise<void> =>
  openFile(await fetchFile(buttonProps.call, { form: toFormData(fields) }))
