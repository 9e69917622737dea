import { moneyText } from '../../browser/format'
import type { Overview } from '../../contract/call-responses'
import { fieldNamed } from '../../schema/language/types'
import { valueText } from '../../schema/text/value-text'
import { usePortal } from '../portal'
import { Figure, Figures } from './Figure'
import { NothingToShow, OverviewCard } from './OverviewCard'
import { useOverview } from './use-overview'

type RemittanceChecks = NonNullable<Overview['RemittanceChecks']>

const parts = ['RemittanceChecks'] as const
const page = 'remittanceCheck'

/** Renders the differences between remittances and lines, by result. */
export const RemittanceCheckCard = () => (
  <OverviewCard title="撥款對帳不符" note="近 35 天；差額為實際撥款減預計撥款。" minHeight={92} {...useOverview(parts)}>
    {({ RemittanceChecks }) => RemittanceChecks && <Differences checks={RemittanceChecks} />}
  </OverviewCard>
)

const Differences = ({ checks: { Since, Results } }: { checks: RemittanceChecks }) => {
  const { schemas } = usePortal()
  const field = fieldNamed(schemas.get(page).fields, 'CheckStatus')
  if (Results.length === 0) return <NothingToShow>近 35 天的撥款都與交易相符。</NothingToShow>
  return (
    <Figures label="撥款對帳不符">
      {Results.map(({ CheckStatus, Count, Difference }) => (
        <Figure
          key={CheckStatus}
          name={field ? valueText(field, { CheckStatus }) : CheckStatus}
          count={Count}
          unit="筆"
          isUrgent
          target={{ page, filters: { CheckStatus: [CheckStatus], RemitDate: { from: Since } } }}
        >
          差額 {moneyText(Difference)}
        </Figure>
      ))}
    </Figures>
  )
}
