import { Box, Button, Typography } from '@mui/material'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { dateTimeText } from '../../browser/format'
import { useCapability } from '../../browser/http/capabilities'
import { call } from '../../browser/http/client'
import { textSizes } from '../../browser/theme/type-scale'
import { usePageTitle } from '../../browser/use-page-title'
import type { SessionInfo } from '../../contract/call-responses'
import { FailurePanel } from '../components/MessagePanel'
import { PageSkeleton } from '../components/PageSkeleton'
import { type PlainColumn, PlainTable } from '../components/PlainTable'
import { SectionCard } from '../components/SectionCard'
import { StatusChip } from '../components/StatusChip'
import { PageBreadcrumbs } from '../layout/PageHeader'
import { mimaPath } from './mima-path'

interface SignInsCardProps {
  readonly user: SignInUser
  readonly title: string
  readonly note: string
  /** Returns the buttons of the card. */
  readonly actions?: (signIns: readonly SessionInfo[], refetch: () => void) => ReactNode
}

/** Renders the latest sign-ins of one user, or nothing if the backend has no call for them. */
export const SignInsCard = ({ user, title, note, actions }: SignInsCardProps) => {
  const { isServed, signIns, error, refetch } = useSignIns(user)
  if (!isServed) return null
  return (
    <SectionCard title={title} note={note} aside={signIns && actions?.(signIns, refetch)}>
      {error ? <FailurePanel error={error} onRetry={refetch} /> : <SignInsTable signIns={signIns} />}
    </SectionCard>
  )
}

const SignInsTable = ({ signIns }: { signIns: readonly SessionInfo[] | undefined }) => {
  if (signIns === undefined) return <PageSkeleton />
  return signIns.length === 0 ? (
    <Typography>尚無登入紀錄。</Typography>
  ) : (
    <PlainTable label="登入紀錄" columns={columns} rows={signIns} />
  )
}

/** The user whose sign-ins are shown: the signed-in user, or the user whose record an administrator has opened. */
type SignInUser = 'self' | { readonly SerialId: string }

/** Returns the latest sign-ins. `isServed` is false if the backend has no call for them. */
const useSignIns = (user: SignInUser) => {
  const callId = user === 'self' ? 'EnterpriseArea.GetSessions' : 'PortalUser.GetSessions'
  const isServed = useCapability(callId)
  const { data, error, refetch } = useQuery({
    queryKey: ['sign-ins', user],
    queryFn: ({ signal }) =>
      call<readonly SessionInfo[]>(callId, { quiet: true, signal, ...(user === 'self' ? {} : { params: user }) }),
    enabled: isServed,
    gcTime: 0,
  })
  return { isServed, signIns: data, error, refetch: () => void refetch() }
}

const columns: readonly PlainColumn<SessionInfo>[] = [
  { title: '登入時間', cell: ({ LoginTime }) => dateTimeText(LoginTime) },
  {
    title: '狀態',
    cell: (signIn) => <StatusChip code={signIn.EndReason === null ? 'Active' : 'Ended'} text={endText(signIn)} />,
  },
  { title: '登入位址', cell: ({ IP }) => IP },
  { title: '最後使用', cell: ({ LastSeenTime }) => dateTimeText(LastSeenTime) },
]

const endReasons = {
  logout: '已登出',
  superseded: '在另一處登入',
  disabled: '帳號停用',
  reset: '密碼重設',
  removed: '帳號刪除',
  changed: '變更密碼',
  ended: '由管理者結束',
  locked: '帳號鎖定',
  clock: '系統時間校正',
  idle: '閒置過久',
} as const satisfies Record<NonNullable<SessionInfo['EndReason']>, string>

/** Returns a text that says how and when a sign-in ended, or that it is active. */
const endText = ({ EndReason, EndTime, Current }: SessionInfo): string => {
  if (EndReason === null) return Current ? '目前的登入' : '使用中'
  return `${endReasons[EndReason]}　${dateTimeText(EndTime)}`
}

/** Renders the page 登入紀錄 with the sign-ins of the signed-in user, so that users notice sign-ins by other people. */
export const SignInsPage = () => {
  usePageTitle('登入紀錄')
  return (
    <>
      <PageBreadcrumbs current="登入紀錄" />
      <Typography
        component="h1"
        sx={{ fontSize: { xs: textSizes.heading, md: textSizes.page }, fontWeight: 700, mb: 2 }}
      >
        登入紀錄
      </Typography>
      <SignInsCard
        user="self"
        title="我最近的登入"
        note="最近 20 次，新的在前。若有不是您本人的登入，請立即變更密碼並通知企業管理者。"
      />
      <Box sx={{ mt: 2 }}>
        <Button component={Link} to={mimaPath} variant="outlined">
          變更密碼
        </Button>
      </Box>
    </>
  )
}
