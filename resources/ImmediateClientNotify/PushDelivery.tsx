import { Box, Stack, Typography } from '@mui/material'
import { useRecordContext } from 'react-admin'
import { FailurePanel, PageSkeleton, SectionCard, useQuery } from '../../src/admin'
import { dateTimeText } from '../../src/browser/format'
import { useCapability } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import type { PushDelivery as Delivery } from '../../src/contract/call-responses'

/** Renders what a notice sends, to which address, and when it is sent next. */
export const PushDelivery = () => {
  const notice = useRecordContext()
  const isServed = useCapability('ImmediateClientNotify.GetDelivery')
  return notice && isServed ? <DeliverySection id={notice.id} updateTime={String(notice.UpdateTime)} /> : null
}

const DeliverySection = ({ id, updateTime }: { readonly id: string | number; readonly updateTime: string }) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['push-delivery', id, updateTime],
    queryFn: ({ signal }) =>
      call<Delivery>('ImmediateClientNotify.GetDelivery', {
        params: { SerialId: id },
        quiet: true,
        overlay: false,
        signal,
      }),
  })
  if (error) return <FailurePanel error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return (
    <SectionCard
      title="送出的內容"
      note={data.NextTime === null ? undefined : `預計於 ${dateTimeText(data.NextTime)} 送出。`}
    >
      <Stack spacing={2}>
        {data.Url !== null && <Typography sx={{ overflowWrap: 'anywhere' }}>通知網址：{data.Url}</Typography>}
        <Box component="pre" sx={{ m: 0, font: 'inherit', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {data.Body}
        </Box>
      </Stack>
    </SectionCard>
  )
}
