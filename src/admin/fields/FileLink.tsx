import { Box } from '@mui/material'
import { useDataProvider } from 'react-admin'
import type { FileField } from '../../schema/field-types/files'
import { actionsAllowedFor, useActions } from '../actions/use-actions'
import { DownloadButton } from '../components/DownloadButton'
import type { PortalDataProvider } from '../data-provider'
import { useConditionContext } from '../hooks/condition-context'
import { useSchema } from '../portal'
import type { FieldDisplayProps } from './field-view'
import { fileText } from './labels'

/**
 * Renders the name and size of a stored file: as a download button if the user may run an action with the call
 * `DownloadFile` on the record, otherwise as text.
 */
export const FileLink = ({ field, record }: FieldDisplayProps<FileField>) => {
  const resource = useSchema()
  const provider = useDataProvider<PortalDataProvider>()
  const action = actionsAllowedFor(useActions(resource, 'row'), record, useConditionContext()).find(({ call }) =>
    call?.endsWith('.DownloadFile'),
  )
  const text = fileText(field, record)
  if (!action) return text
  const download = async () =>
    void (await provider.act(resource.name, { action, place: 'row', records: [record], inputs: {} }))
  return (
    <Box sx={{ ml: -1, overflowWrap: 'anywhere', '& .MuiButton-root': { textAlign: 'left' } }}>
      <DownloadButton text={text} label={`${action.label} ${text}`} onDownload={download} />
    </Box>
  )
}
