import ExpandIcon from '@mui/icons-material/ExpandMore'
import { Box, Button } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDataProvider } from 'react-admin'
import { useCompanySession } from '../../browser/session/session'
import { tenantFields } from '../../domain/access/roles'
import { isReference } from '../../schema/field-types'
import type { Resource } from '../../schema/language/resource'
import { isPermitted } from '../auth-provider/access'
import { lazyComponent } from '../components/lazy-component'
import type { PortalDataProvider } from '../data-provider'
import { hasOperation } from '../data-provider/operations'
import { useSelectedAgreement } from '../hooks/working-agreement'
import { usePortal } from '../portal'
import type { AgreementMenuProps } from './AgreementMenu'

const AgreementMenu = lazyComponent<AgreementMenuProps>(async () => (await import('./AgreementMenu')).AgreementMenu)

/**
 * Renders the menu that selects the agreement with which the user works.
 * Lists are filtered by this agreement, and new records belong to it by default.
 * Renders nothing for users with a single agreement.
 */
export const AgreementPicker = () => {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [wasOpened, setWasOpened] = useState(false)
  const { codes, selected, select } = useSelectedAgreement()
  const names = useAgreementNames(codes.length > 1)
  if (codes.length < 2) return null
  const nameOf = (code: string | null) => (code === null ? '全部委託單位' : (names.get(code) ?? code))
  const selectCode = (code: string | null) => {
    select(code)
    setAnchor(null)
  }
  const open = (button: HTMLElement) => {
    setWasOpened(true)
    setAnchor(button)
  }
  return (
    <>
      <Button
        color="inherit"
        endIcon={<ExpandIcon />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={`作業中的委託單位：${nameOf(selected)}`}
        onClick={(event) => open(event.currentTarget)}
        sx={styles}
      >
        <Box
          component="span"
          sx={{ display: { xs: 'none', md: 'block' }, overflow: 'hidden', textOverflow: 'ellipsis' }}
        >
          {nameOf(selected)}
        </Box>
        <Box component="span" sx={{ display: { md: 'none' } }}>
          {selected ?? '全部'}
        </Box>
      </Button>
      {wasOpened && (
        <AgreementMenu
          anchor={anchor}
          codes={codes}
          selected={selected}
          nameOf={nameOf}
          onSelect={selectCode}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  )
}

const styles = {
  minWidth: 0,
  maxWidth: { md: 280 },
  minHeight: 40,
  px: { xs: 1, md: 1.5 },
  whiteSpace: 'nowrap',
  border: 1,
  borderColor: 'color-mix(in srgb, currentColor 40%, transparent)',
  '& .MuiButton-endIcon': { ml: 0.25 },
}

/**
 * Returns the names of the user's agreements by code, from the select options of a page that the user may open; empty
 * until the names are loaded.
 */
const useAgreementNames = (enabled: boolean): ReadonlyMap<string, string> => {
  const provider = useDataProvider<PortalDataProvider>()
  const { schemas } = usePortal()
  const menu = useCompanySession()?.menu ?? []
  const page = schemas.resources.find(
    (resource) => hasAgreementOptions(resource) && isPermitted(resource, menu, 'list'),
  )?.name
  // The codes are shown until the names are loaded, or if no page of the user has the names.
  const { data: options } = useQuery({
    queryKey: ['agreement-names', page],
    queryFn: () => provider.getSelectOptions(page ?? ''),
    enabled: enabled && page !== undefined,
  })
  return new Map((options?.[tenantFields.agreement] ?? []).map(({ Value, Text }) => [Value, Text]))
}

const hasAgreementOptions = (resource: Resource): boolean =>
  hasOperation(resource, 'selectList') &&
  resource.fields.some((field) => field.name === tenantFields.agreement && isReference(field))
