import Card from '@mui/material/Card'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import type { SessionInfo } from '../../contract/extensions'
import { FailurePanel } from '../parts/FailurePanel'
import { PageSkeleton } from '../parts/PageSkeleton'
import { SignInTable } from './SignInTable'
import { type SignInsOf, useSignIns } from './use-sign-ins'

interface Props {
  readonly whose: SignInsOf
  readonly title: string
  readonly note: string
  /** What can be done about them. */
  readonly actions?: (signIns: readonly SessionInfo[], refetch: () => void) => ReactNode
}

/** The latest sign-ins of one user; nothing where the backend does not tell of them. */
export const SignInCard = ({ whose, title, note, actions }: Props) => {
  const { offered, signIns, error, refetch } = useSignIns(whose)
  if (!offered) return null
  return (
    <Card component="section" aria-label={title} sx={{ p: { xs: 2, md: 3 } }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'flex-start', justifyContent: 'space-between', gap: 1, mb: 2 }}>
        <div>
          <Typography component="h2" sx={{ fontSize: '1.0625rem', fontWeight: 600 }}>
            {title}
          </Typography>
          <Typography color="textSecondary" sx={{ fontSize: '0.875rem' }}>
            {note}
          </Typography>
        </div>
        {signIns && actions?.(signIns, refetch)}
      </Stack>
      {error ? <FailurePanel text={error.message} onRetry={refetch} /> : <Rows signIns={signIns} />}
    </Card>
  )
}

const Rows = ({ signIns }: { signIns: readonly SessionInfo[] | undefined }) => {
  if (signIns === undefined) return <PageSkeleton />
  return signIns.length === 0 ? <Typography>尚無登入紀錄。</Typography> : <SignInTable signIns={signIns} />
}
