import { Link as MuiLink } from '@mui/material'
import type { ReactNode } from 'react'
import { useCreatePath, useResourceContext } from 'react-admin'
import { Link } from 'react-router-dom'
import type { Row } from '../../schema/types'

/** A link to the detail page of a record. */
export const RecordLink = ({ row, children }: { row: Row; children: ReactNode }) => {
  const createPath = useCreatePath()
  const resource = useResourceContext() ?? ''
  return (
    <MuiLink component={Link} to={createPath({ resource, id: String(row.id), type: 'show' })} underline="hover" onClick={(event) => event.stopPropagation()}>
      {children}
    </MuiLink>
  )
}
