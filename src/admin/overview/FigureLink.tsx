import { Link as MuiLink } from '@mui/material'
import type { ReactNode } from 'react'
import { useCreatePath } from 'react-admin'
import { Link } from 'react-router-dom'
import { tenantFields } from '../../domain/access/roles'
import { touchTarget } from '../components/touch-target'
import { type LinkFilter, listLink } from '../hooks/link-state'
import { useSelectedAgreement } from '../hooks/working-agreement'
import { usePortal, useRights } from '../portal'

export interface FigureTarget {
  /** The page whose list has the records of the figure. */
  readonly page: string
  /** The filters under which the list has exactly these records. */
  readonly filters: Readonly<Record<string, LinkFilter>>
}

interface FigureLinkProps extends FigureTarget {
  /** The accessible name; default: the text. */
  readonly label?: string
  readonly onFollow?: (() => void) | undefined
  readonly children: ReactNode
}

/**
 * Renders a figure as a link to the list with the same records.
 * Renders only the figure if the user may not open the list, or if the list has not all of the filters.
 */
export const FigureLink = ({ label, onFollow, children, ...target }: FigureLinkProps) => {
  const link = useFigureLink(target)
  if (link === undefined) return children
  return (
    <MuiLink component={Link} {...link} aria-label={label} underline="hover" onClick={onFollow} sx={touchTarget}>
      {children}
    </MuiLink>
  )
}

/** Returns the address and the state of the link; undefined if there is none. */
const useFigureLink = ({ page, filters }: FigureTarget) => {
  const { schemas } = usePortal()
  const { selected } = useSelectedAgreement()
  const createPath = useCreatePath()
  const mayQuery = useRights()(page)
  if (!schemas.has(page) || !mayQuery) return undefined
  const resource = schemas.get(page)
  const path = createPath({ resource: page, type: 'list' })
  // A page without filters, such as a hand-written one, shows the counted records by itself.
  if (Object.keys(filters).length === 0) return { to: path }
  const { agreement } = tenantFields
  // The filters of a link replace the agreement that the list would have by default.
  const hasAgreement = resource.list.filters.some(({ field }) => field === agreement)
  const ofAgreement: FigureTarget['filters'] = selected !== null && hasAgreement ? { [agreement]: selected } : {}
  return listLink(resource, path, { ...ofAgreement, ...filters })
}
