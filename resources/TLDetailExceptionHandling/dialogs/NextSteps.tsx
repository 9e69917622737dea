import { Alert, Link as MuiLink, Stack, Typography } from '@mui/material'
import { Link, useCreatePath } from 'react-admin'
import { useReferencedRecord, useSchema } from '../../../src/admin'
import { type HandlingState, successText } from './use-handling'

interface NextStepsProps {
  readonly call: HandlingState['call']
  readonly done: NonNullable<HandlingState['done']>
  /** Called when the user follows a link. */
  readonly onLeave: () => void
}

/** Renders that the handling succeeded, and links to what can be printed now. */
export const NextSteps = ({ call, done: { line, preview }, onLeave }: NextStepsProps) => {
  const billOf = useReferencedRecord('BillSerialId')
  const createPath = useCreatePath()
  const { name } = useSchema()
  const paidBills = (preview?.Bills ?? []).filter(({ Before, After }) => After.PaidAmount > Before.PaidAmount)
  return (
    <Stack spacing={2} sx={{ pt: 0.5 }}>
      <Alert severity="success" role="status">
        {successText(call, line)}
        {call === 'Invalid' && '請在系統外把款項退還繳款人。'}
      </Alert>
      <div>
        <Typography component="h3" sx={{ fontWeight: 600, mb: 0.5 }}>
          可以接著列印
        </Typography>
        <Stack component="ul" spacing={0.75} sx={{ m: 0, pl: 2.5 }}>
          {paidBills.map(({ SerialId, BillNo, PayerName, After }) => (
            <li key={SerialId}>
              <PageLink
                to={billOf({ ApplyCode: line.ApplyCode, BillSerialId: SerialId })?.href}
                text={`帳單 ${BillNo}（${PayerName}）的${After.BillStatus === 'Paid' || After.BillStatus === 'OverPaid' ? '繳費證明' : '繳費證明與重印的繳款單'}`}
                onClick={onLeave}
              />
            </li>
          ))}
          <li>
            <PageLink
              to={createPath({ resource: name, id: String(line.SerialId), type: 'show' })}
              text={call === 'Invalid' ? '這筆交易與處理紀錄（退款的憑據）' : '這筆交易與處理紀錄'}
              onClick={onLeave}
            />
          </li>
        </Stack>
      </div>
    </Stack>
  )
}

interface PageLinkProps {
  /** The address of the page; undefined if the user may not open it. */
  readonly to: string | undefined
  readonly text: string
  readonly onClick: () => void
}

const PageLink = ({ to, text, onClick }: PageLinkProps) =>
  to === undefined ? (
    text
  ) : (
    <MuiLink component={Link} to={to} onClick={onClick}>
      {text}
    </MuiLink>
  )
