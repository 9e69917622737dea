import { Stack } from '@mui/material'
import { calendarDateText, countText } from '../../browser/format'
import type { Overview } from '../../contract/call-responses'
import { enumText } from '../../domain/enums'
import { type PlainColumn, PlainTable } from '../components/PlainTable'
import { StatusChip } from '../components/StatusChip'
import { Figure, Figures } from './Figure'
import { FigureLink } from './FigureLink'
import { NothingToShow, OverviewCard } from './OverviewCard'
import { ownProposalsText } from './proposals'
import { useOverview } from './use-overview'

type BankFiles = NonNullable<Overview['BankFiles']>
type ExpectedFile = BankFiles['Expected'][number]

const parts = ['BankFiles', 'BankFileProposals'] as const

/** Renders the bank files of today: those that arrived, and the expected ones that are missing. */
export const BankFileCard = () => (
  <OverviewCard title="今天的通路檔案" minHeight={280} {...useOverview(parts)}>
    {({ BankFiles, BankFileProposals }) =>
      BankFiles && <FilesOfToday files={BankFiles} proposals={BankFileProposals} />
    }
  </OverviewCard>
)

interface FilesOfTodayProps {
  readonly files: BankFiles
  /** The files of any day that wait for a second person; absent for users who cannot release them. */
  readonly proposals: Overview['BankFileProposals']
}

const FilesOfToday = ({ files, proposals }: FilesOfTodayProps) => {
  const { Day, IsBusinessDay, Expected } = files
  return (
    <Stack spacing={2}>
      <Counts files={files} proposals={proposals} />
      {!IsBusinessDay && <NothingToShow>{calendarDateText(Day)} 不是營業日，沒有應收的檔案。</NothingToShow>}
      {IsBusinessDay && Expected.length === 0 && <NothingToShow>未設定每天應收到的檔案。</NothingToShow>}
      {Expected.length > 0 && <PlainTable label="今天應收的通路檔案" columns={columnsOf(Day)} rows={Expected} />}
    </Stack>
  )
}

const Counts = ({ files, proposals }: FilesOfTodayProps) => {
  const { Day, ReceivedCount, OtherCount, FailedCount, HeldCount, Expected } = files
  const today = { from: Day, to: Day }
  const missing = Expected.filter(({ State }) => State === 'Missing').length
  return (
    <Figures label="今天的通路檔案">
      <Figure
        name="今天收到"
        count={ReceivedCount}
        unit="個"
        target={{ page: 'bankFile', filters: { UploadTime: today } }}
      >
        {Expected.length > 0 && OtherCount > 0 && `其中 ${countText(OtherCount)} 個不是應收的檔案，不在下表`}
      </Figure>
      {Expected.length > 0 && (
        <Figure name="應收而尚未收到" count={missing} unit="種" isUrgent>
          應收 {countText(Expected.length)} 種
        </Figure>
      )}
      <Figure
        name="處理失敗"
        count={FailedCount}
        unit="個"
        isUrgent
        target={{ page: 'bankFile', filters: { UploadTime: today, ImportStatus: ['Failed'] } }}
      />
      <Figure
        name="待確認"
        count={HeldCount}
        unit="個"
        isUrgent
        target={{ page: 'bankFile', filters: { UploadTime: today, ImportStatus: ['Held'] } }}
      />
      {proposals && proposals.Count > 0 && (
        <Figure
          name="待放行"
          count={proposals.Count}
          unit="個"
          isUrgent={proposals.Count > proposals.OwnCount}
          target={{ page: 'bankFile', filters: { ImportStatus: ['PendingRelease'] } }}
        >
          含今天以前上傳的檔案{proposals.OwnCount > 0 && `；${ownProposalsText(proposals.OwnCount, '個')}`}
        </Figure>
      )}
    </Figures>
  )
}

const columnsOf = (day: string): readonly PlainColumn<ExpectedFile>[] => [
  // The other columns must fit beside it in half of the page.
  { title: '檔案', style: { whiteSpace: 'normal', minWidth: 112 }, cell: ({ Name }) => Name },
  {
    title: '狀態',
    cell: ({ State }) =>
      State === 'Missing' ? (
        <StatusChip code="NotWrittenOff" text="尚未收到" />
      ) : (
        <StatusChip code={State} text={enumText('BankFileStatus', State)} />
      ),
  },
  {
    title: '檔案數',
    align: 'right',
    cell: ({ FileCount }) => countText(FileCount),
  },
  { title: '明細', align: 'right', cell: ({ LineCount }) => `${countText(LineCount)} 筆` },
  {
    title: '同種類',
    cell: ({ Layout, Name, FileCount }) =>
      FileCount > 0 && (
        <FigureLink
          page="bankFile"
          filters={{ Layout: [Layout], UploadTime: { from: day, to: day } }}
          label={`今天與${Name}同種類的檔案，到清單查看`}
        >
          查看
        </FigureLink>
      ),
  },
]
