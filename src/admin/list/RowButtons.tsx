import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import ShowIcon from '@mui/icons-material/VisibilityOutlined'
import { type RaRecord, RecordContextProvider, useCreatePath } from 'react-admin'
import type { Action } from '../../schema/language/action'
import type { Resource } from '../../schema/language/resource'
import { isAllowed } from '../../schema/rules/condition'
import { displayOf } from '../../schema/text/interpolate'
import { RowActionButtons } from '../actions/ActionButtons'
import { useConditionContext } from '../hooks/condition-context'
import { useDeleteRecord } from '../hooks/use-delete-record'
import { type AbilityCheck, useScreens } from '../portal'
import { RowButton, RowLink } from './RowControls'

/**
 * Renders the buttons of one record in a list.
 * These are plain HTML elements with `title` attributes instead of MUI's buttons and tooltips, because a list has
 * hundreds of them.
 */
export const RowButtons = ({
  resource,
  record,
  can,
  actions,
}: {
  resource: Resource
  record: RaRecord
  can: AbilityCheck
  actions: readonly Action[]
}) => {
  const { RowActions } = useScreens(resource.name)
  const createPath = useCreatePath()
  const name = displayOf(resource, record)
  const context = useConditionContext()
  const to = (type: 'show' | 'edit') => createPath({ resource: resource.name, id: record.id, type })
  return (
    <RecordContextProvider value={record}>
      <RowActionButtons resource={resource} actions={actions} record={record} />
      {RowActions && <RowActions />}
      {can('show') && <RowLink to={to('show')} text="檢視" name={name} Icon={ShowIcon} />}
      {can('edit') && isAllowed(resource, 'update', record, context) && (
        <RowLink to={to('edit')} text="修改" name={name} Icon={EditIcon} />
      )}
      {can('delete') && isAllowed(resource, 'delete', record, context) && (
        <RowDeleteButton resource={resource} record={record} name={name} />
      )}
    </RecordContextProvider>
  )
}

const RowDeleteButton = ({ resource, record, name }: { resource: Resource; record: RaRecord; name: string }) => {
  const confirmAndDelete = useDeleteRecord(resource)
  return <RowButton text="刪除" name={name} Icon={DeleteIcon} onClick={() => void confirmAndDelete(record)} />
}
