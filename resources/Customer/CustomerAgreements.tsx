import { Skeleton, Typography } from '@mui/material'
import { useGetList, useRecordContext } from 'react-admin'
import { FailurePanel, SectionCard, ShowSection, useSchema } from '../../src/admin'
import { useIsServed } from '../../src/browser/http/capabilities'
import { PushSecret } from './PushSecret'

/** The most agreements that a company's page shows. */
const maxAgreements = 100

/** Renders the agreements of a company that the user may see; nothing before a backend that does not list them. */
export const CustomerAgreements = () => {
  const UniformNo: unknown = useRecordContext()?.UniformNo
  const isServed = useIsServed()?.('Agreement.list') ?? false
  const agreement = useSchema('Agreement')
  const { data, error, refetch } = useGetList(
    agreement.name,
    {
      filter: { UniformNo: [UniformNo] },
      pagination: { page: 1, perPage: maxAgreements },
      sort: { field: 'ApplyCode', order: 'ASC' },
      meta: { allFields: true },
    },
    // The card shows the error, so react-admin must not also notify the user.
    { enabled: isServed && UniformNo !== undefined, onError: () => {} },
  )
  if (!isServed) return null
  if (data && data.length > 0)
    return data.map((record) => (
      <ShowSection
        key={record.id}
        title={`代收約定 ${record.ApplyCode} ${record.AgreementName ?? ''}`}
        fields={agreement.fields.filter(({ name, detailOnly }) => shownNames.has(name) && !detailOnly)}
        record={record}
      >
        {[record.NotifyMethods].flat().includes('WebService') && <PushSecret agreement={record} />}
      </ShowSection>
    ))
  return (
    <SectionCard title="代收約定">
      {error ? (
        <FailurePanel error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton height={120} />
      ) : (
        <Typography color="textSecondary">沒有您可查看的代收約定。</Typography>
      )}
    </SectionCard>
  )
}

/** The fields of an agreement, except those in the heading and the company itself. */
const shownNames: ReadonlySet<string> = new Set([
  'AgreementStatus',
  'RealAccount',
  'VACLength',
  'TermNoLen',
  'PayerNoLen',
  'VACCheckType',
  'VACCheckScheme',
  'AllowOwnVAC',
  'CheckDuplicate',
  'UseWhiteList',
  'DualControl',
  'Channels',
  'MarketItems',
  'PostGiroAccount',
  'NotifyMethods',
  'NotifyUrl',
])
