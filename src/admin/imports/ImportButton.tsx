import UploadIcon from '@mui/icons-material/UploadFile'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import type { Resource } from '../../schema/resource'

/** The way to the import of a resource whose schema declares one. */
export const ImportButton = ({ resource }: { resource: Resource }) => (
  <Button variant="outlined" startIcon={<UploadIcon />} component={Link} to={`/admin/${resource.name}/import`}>
    匯入
  </Button>
)
