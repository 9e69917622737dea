import DeleteIcon from '@mui/icons-material/DeleteOutlined'
import EditIcon from '@mui/icons-material/EditOutlined'
import { Button } from '@mui/material'
import { type RaRecord, useCreatePath, useRedirect } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Resource } from '../../schema/language/resource'
import { isAllowed } from '../../schema/rules/condition'
import { ShowActionButtons } from '../actions/ActionButtons'
import { useConditionContext } from '../hooks/condition-context'
import { useDeleteRecord } from '../hooks/use-delete-record'
import { useAbilities, useScreens } from '../portal'

/** Renders the buttons of a detail page. */
export const ShowButtons = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const { ShowActions } = useScreens(resource.name)
  const can = useAbilities(resource)
  const createPath = useCreatePath()
  const context = useConditionContext()
  return (
    <>
      <Button variant="text" component={Link} to={createPath({ resource: resource.name, type: 'list' })}>
        返回
      </Button>
      <ShowActionButtons resource={resource} record={record} />
      {ShowActions && <ShowActions />}
      {can('delete') && isAllowed(resource, 'delete', record, context) && (
        <RecordDeleteButton resource={resource} record={record} />
      )}
      {can('edit') && isAllowed(resource, 'update', record, context) && (
        <Button
          variant="contained"
          startIcon={<EditIcon />}
          component={Link}
          to={createPath({ resource: resource.name, id: record.id, type: 'edit' })}
        >
          修改
        </Button>
      )}
    </>
  )
}

const RecordDeleteButton = ({ resource, record }: { resource: Resource; record: RaRecord }) => {
  const redirect = useRedirect()
  const confirmAndDelete = useDeleteRecord(resource, () => redirect('list', resource.name))
  return (
    <Button variant="outlined" color="error" startIcon={<DeleteIcon />} onClick={() => void confirmAndDelete(record)}>
      刪除
    </Button>
  )
}
