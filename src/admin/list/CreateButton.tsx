import AddIcon from '@mui/icons-material/Add'
import { Button } from '@mui/material'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Resource } from '../../schema/resource'

/** The way to the form of a new record. */
export const CreateButton = ({ resource, text = '新增' }: { resource: Resource; text?: string }) => {
  const createPath = useCreatePath()
  return (
    <Button variant="contained" startIcon={<AddIcon />} component={Link} to={createPath({ resource: resource.name, type: 'create' })}>
      {text}
    </Button>
  )
}
