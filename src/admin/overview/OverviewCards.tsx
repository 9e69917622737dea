import { Box, Stack } from '@mui/material'
import type { ReactNode } from 'react'
import { isBankRole } from '../../domain/access/roles'
import { usePortal, useRights } from '../portal'
import { BankFileCard } from './BankFileCard'
import { CompanyExceptionCard } from './CompanyExceptionCard'
import { DeadlineCard } from './DeadlineCard'
import { JobsCard } from './JobsCard'
import { PushFailureCard } from './PushFailureCard'
import { exceptionPage } from './proposals'
import { RemittanceCard } from './RemittanceCard'
import { RemittanceCheckCard } from './RemittanceCheckCard'
import { TermCard } from './TermCard'
import { pushPage, WaitingCard } from './WaitingCard'

/** Renders the figures of the first page: those of the bank, or those of a company. */
export const OverviewCards = () => {
  const { role } = usePortal()
  return (
    <Stack spacing={2} sx={{ mt: 3 }}>
      {isBankRole(role) ? <BankCards /> : <CompanyCards />}
      <JobsCard />
    </Stack>
  )
}

/** The pages whose figures `WaitingCard` has. */
const waitingPages = [exceptionPage, 'billImportList', pushPage]

const CompanyCards = () => {
  const mayQuery = useRights()
  return (
    <>
      {waitingPages.some((page) => mayQuery(page)) && <WaitingCard />}
      {mayQuery('bills') && <TermCard />}
      <TwoColumns>
        {mayQuery('TLDetail') && <RemittanceCard />}
        {mayQuery('bills') && <DeadlineCard />}
      </TwoColumns>
    </>
  )
}

const BankCards = () => {
  const mayQuery = useRights()
  return (
    <>
      <TwoColumns>
        {mayQuery('bankFile') && <BankFileCard />}
        {mayQuery('SKGTLDetailQuery') && <CompanyExceptionCard />}
      </TwoColumns>
      <TwoColumns>
        {mayQuery('SKGTLDetailQuery') && <PushFailureCard />}
        {mayQuery('remittanceCheck') && <RemittanceCheckCard />}
      </TwoColumns>
    </>
  )
}

/** Renders cards side by side, below each other where the window is narrow. */
const TwoColumns = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
      '@media print': { gridTemplateColumns: 'minmax(0, 1fr)' },
    }}
  >
    {children}
  </Box>
)
