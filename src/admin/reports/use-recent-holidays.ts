import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useExtensionCalls } from '../../browser/http/capabilities'
import type { Holidays } from '../../domain/dates/business-days'
import { addDays } from '../../domain/dates/dates'
import { callIdOf } from '../../schema/calls/endpoints'
import { readList } from '../data-provider/read'
import { usePortal } from '../portal'

const holidayResource = 'Holiday'

/** The longest series of days on which banks are closed is shorter. */
const maxDays = 31

/** Returns the bank's holidays before today; none until they are read, and before a backend that does not list them. */
export const useRecentHolidays = (today: string): Holidays => {
  const { schemas } = usePortal()
  const calls = useExtensionCalls() ?? []
  const resource = schemas.has(holidayResource) ? schemas.get(holidayResource) : undefined
  const { data } = useQuery({
    queryKey: ['holidays', today],
    queryFn: async ({ signal }) => {
      const filter = { HolidayDate: { from: addDays(today, -maxDays), to: today } }
      const pagination = { page: 1, perPage: maxDays }
      const found = resource && (await readList(resource, { filter, pagination, quiet: true, signal }))
      return (found?.data ?? []).map(({ HolidayDate }) => String(HolidayDate))
    },
    enabled: resource !== undefined && calls.includes(callIdOf(resource, 'list')),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return useMemo(() => new Set(data), [data])
}
