import { Stack, Typography } from '@mui/material'
import { countText, dateText } from '../../browser/format'
import { textSizes } from '../../browser/theme/type-scale'
import type { Overview } from '../../contract/call-responses'
import { type PlainColumn, PlainTable } from '../components/PlainTable'
import { AmountFigure, amountsText, Figure, Figures } from './Figure'
import { FigureLink, type FigureTarget } from './FigureLink'
import { NothingToShow, OverviewCard } from './OverviewCard'
import { countOf } from './proposals'
import { useOverview } from './use-overview'

type CompanyExceptions = NonNullable<Overview['CompanyExceptions']>
type CompanyException = CompanyExceptions['Companies'][number]

const parts = ['CompanyExceptions'] as const
const page = 'SKGTLDetailQuery'

/** Renders the exceptions of all companies, those with the most lines first. */
export const CompanyExceptionCard = () => (
  <OverviewCard
    title="各客戶的銷帳例外"
    note="各客戶為近 92 天的交易；更早未處理的另計。沖正以負數計入。"
    minHeight={280}
    {...useOverview(parts)}
  >
    {({ CompanyExceptions }) => CompanyExceptions && <Companies exceptions={CompanyExceptions} />}
  </OverviewCard>
)

const Companies = ({ exceptions }: { exceptions: CompanyExceptions }) => {
  const { Totals, Companies: companies, RestCount, RestCompanyCount, Earlier } = exceptions
  if (companies.length === 0 && Earlier === null) return <NothingToShow>所有交易都已銷帳或處理。</NothingToShow>
  return (
    <Stack spacing={2}>
      <Figures label="銷帳例外的合計">
        {companies.length > 0 ? (
          <AmountFigure
            name="全部客戶"
            unit="筆"
            amounts={Totals}
            target={{ page, filters: unhandledIn(exceptions) }}
          />
        ) : (
          <Figure name="全部客戶" unit="筆" count={0}>
            近 92 天的交易都已銷帳或處理
          </Figure>
        )}
        {Earlier !== null && (
          <AmountFigure
            name={`更早（${dateText(Earlier.Since)}～${dateText(Earlier.Until)}）`}
            unit="筆"
            isUrgent
            amounts={Earlier.Totals}
            target={{ page, filters: unhandledIn(Earlier) }}
          />
        )}
      </Figures>
      {Earlier !== null && Earlier.Count > countOf(Earlier.Totals) && (
        <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
          更早的例外共 {countText(Earlier.Count)} 筆，先列最早的 92 天；處理後會列出其餘的。
        </Typography>
      )}
      {companies.length > 0 && <PlainTable label="各客戶的銷帳例外" columns={columnsOf(exceptions)} rows={companies} />}
      {RestCompanyCount > 0 && (
        <Typography color="textSecondary" sx={{ fontSize: textSizes.small }}>
          其餘 {countText(RestCompanyCount)} 家客戶共 {countText(RestCount)} 筆
        </Typography>
      )}
    </Stack>
  )
}

/** Returns the filters of the list for the lines of a period that the card counts. */
const unhandledIn = ({ Since, Until }: Pick<CompanyExceptions, 'Since' | 'Until'>) => ({
  WriteOffStatus: ['Exception', 'NotWrittenOff'],
  TradeDate: { from: Since, to: Until },
})

const ownerFilter = ({ UniformNo }: CompanyException): FigureTarget['filters'] =>
  UniformNo === null ? { WithoutAgreement: 'true' } : { UniformNo }

const nameOf = ({ CustomerName, UniformNo }: CompanyException): string =>
  CustomerName ?? UniformNo ?? '無法辨識委託單位'

const columnsOf = (exceptions: CompanyExceptions): readonly PlainColumn<CompanyException>[] => [
  { title: '客戶', style: { whiteSpace: 'normal', minWidth: 120 }, cell: nameOf },
  {
    title: '筆數',
    align: 'right',
    cell: (company) => {
      const text = `${countText(countOf(company.Amounts))} 筆`
      return (
        <FigureLink
          page={page}
          filters={{ ...unhandledIn(exceptions), ...ownerFilter(company) }}
          label={`${nameOf(company)} ${text}，到清單查看`}
        >
          {text}
        </FigureLink>
      )
    },
  },
  { title: '金額', align: 'right', cell: ({ Amounts }) => amountsText(Amounts) },
]
