import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { dateTimeText } from '../../browser/format'
import type { SessionInfo } from '../../contract/extensions'
import { ScrollRegion } from '../parts/ScrollRegion'
import { StatusChip } from '../parts/StatusChip'
import { endText } from './sign-in-words'

const titles = ['登入時間', '狀態', '登入位址', '最後使用']

/** Sign-ins, the newest first, each with how it ended. */
export const SignInTable = ({ signIns }: { signIns: readonly SessionInfo[] }) => (
  <ScrollRegion label="登入紀錄">
    <Table size="small" aria-label="登入紀錄">
      <TableHead>
        <TableRow>
          {titles.map((title) => (
            <TableCell key={title} sx={{ whiteSpace: 'nowrap' }}>
              {title}
            </TableCell>
          ))}
        </TableRow>
      </TableHead>
      <TableBody>
        {signIns.map((signIn, no) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two sign-ins may look the same, and rows keep nothing
          <SignInRow key={no} signIn={signIn} />
        ))}
      </TableBody>
    </Table>
  </ScrollRegion>
)

const SignInRow = ({ signIn }: { signIn: SessionInfo }) => (
  <TableRow>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>{dateTimeText(signIn.LoginTime)}</TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>
      <StatusChip code={signIn.EndReason === null ? 'Active' : 'Ended'} text={endText(signIn)} />
    </TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>{signIn.IP}</TableCell>
    <TableCell sx={{ whiteSpace: 'nowrap' }}>{dateTimeText(signIn.LastSeenTime)}</TableCell>
  </TableRow>
)
