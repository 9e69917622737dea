import { useEffect, useState } from 'react'
import { useQuery, useQueryClient } from '../../src/admin'
import { useCapability } from '../../src/browser/http/capabilities'
import { call } from '../../src/browser/http/client'
import type { ChangeBills, HandlingLog, HandlingPreview, Proposals, Suggestions } from '../../src/contract/exceptions'
import { maxAskedLines, maxChangeBills, minKeywordLength } from '../../src/contract/exceptions-limits'
import { listParams } from '../../src/contract/list-query'
import { type ExceptionLine, isOpenLine } from './line'

/** A bill that a line can pay, as GetChangeBills returns it. */
export type OfferedBill = ChangeBills['Items'][number]
/** What would solve an exception, as GetSuggestions returns it. */
export type Suggestion = Suggestions['Items'][number]
/** What a person did with a line, or proposed to do. */
export type HandlingRecord = HandlingLog['Items'][number]

/** An action that a dialog previews and performs. */
export type HandlingAction = 'Divide' | 'ChangeBill' | 'ChangeVACAccount' | 'Invalid' | 'Release' | 'Undo'

// Milliseconds after the last change of the input.
const inputDelay = 300

/** Returns the value as it was when the input last paused. */
export const usePaused = <T>(value: T): T => {
  const [paused, setPaused] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), inputDelay)
    return () => clearTimeout(timer)
  }, [value])
  return paused
}

/** Returns the line as it is now, and the function that reads it again. Until it is read, the line is that of the list. */
export const useLine = (listed: ExceptionLine) => {
  const { data, error, refetch } = useQuery({
    queryKey: ['exception-line', listed.SerialId],
    queryFn: ({ signal }) =>
      call<ExceptionLine>('TLDetailExceptionHandling.get', {
        params: { SerialId: listed.SerialId },
        quiet: true,
        signal,
      }),
    gcTime: 0,
  })
  return { line: data ?? listed, isRead: data !== undefined || error !== null, reload: refetch }
}

/** Returns whether a keyword is too short to search with. */
export const isShortKeyword = (keyword: string): boolean => [...keyword.trim()].length === minKeywordLength - 1

/** What an input says about such a keyword. */
export const shortKeywordText = `輸入 ${minKeywordLength} 個字以上開始搜尋。`

/**
 * Returns the bills that the line can pay, in the server's order; with a keyword, those that have it. One that is too
 * short is ignored.
 */
export const useChangeBills = (serialId: number, keyword = '') => {
  const pausedKeyword = usePaused(isShortKeyword(keyword) ? '' : keyword.trim())
  return useQuery({
    queryKey: ['change-bills', serialId, pausedKeyword],
    queryFn: ({ signal }) => readChangeBills(serialId, pausedKeyword, signal),
    placeholderData: (previous) => previous,
    gcTime: 0,
  })
}

const readChangeBills = (serialId: number, keyword: string, signal?: AbortSignal) =>
  call<ChangeBills>('TLDetailExceptionHandling.GetChangeBills', {
    params: { SerialId: serialId },
    query: { [listParams.keyword]: keyword },
    quiet: true,
    ...(signal && { signal }),
  })

/** Reads a chosen bill as it is now. A bill that the line can no longer pay has no remainder. */
export const readChosenBill = async <B extends Pick<OfferedBill, 'SerialId' | 'BillNo' | 'RemainAmount'>>(
  serialId: number,
  chosen: B,
): Promise<B | OfferedBill> => {
  const { Items } = await readChangeBills(serialId, chosen.BillNo)
  const bill = Items.find(({ SerialId }) => SerialId === chosen.SerialId)
  // A full page may lack a bill whose number is contained in those of many others.
  return bill ?? (Items.length < maxChangeBills ? { ...chosen, RemainAmount: 0 } : chosen)
}

/** Returns the function that reads again what a dialog shows besides the line: the bills, and what would change. */
export const useReloadBills = (serialId: number): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  return async () => {
    await queryClient.invalidateQueries({ queryKey: ['change-bills', serialId] })
    await queryClient.invalidateQueries({ queryKey: ['preview-handling', serialId] })
  }
}

/** Returns what an action would do, once its input is complete and has paused; nothing without the call. */
export const usePreview = (line: ExceptionLine, action: HandlingAction, body: object | null, isReady: boolean) => {
  const isServed = useCapability('TLDetailExceptionHandling.PreviewHandling')
  const input = body && JSON.stringify(body)
  const pausedInput = usePaused(input)
  const isCurrent = input !== null && input === pausedInput
  const { data, error, isFetching } = useQuery({
    queryKey: ['preview-handling', line.SerialId, line.UpdateTime, action, pausedInput],
    queryFn: ({ signal }) =>
      call<HandlingPreview>('TLDetailExceptionHandling.PreviewHandling', {
        params: { SerialId: line.SerialId },
        body: { Action: action, ...body, UpdateTime: line.UpdateTime },
        quiet: true,
        overlay: false,
        signal,
      }),
    enabled: isServed && isReady && isCurrent,
    gcTime: 0,
  })
  return {
    isServed,
    preview: isCurrent ? data : undefined,
    error: isCurrent ? error : null,
    isLoading: isServed && input !== null && (!isReady || !isCurrent || isFetching),
  }
}

/** Returns what was done with a line, newest first; undefined until it is read, and without the call. */
export const useHandlings = ({ SerialId, UpdateTime }: ExceptionLine, isNeeded = true) => {
  const isServed = useCapability('TLDetailExceptionHandling.GetHandlings')
  return useQuery({
    queryKey: ['handlings', SerialId, UpdateTime],
    queryFn: ({ signal }) =>
      call<HandlingLog>('TLDetailExceptionHandling.GetHandlings', { params: { SerialId }, quiet: true, signal }),
    enabled: isServed && isNeeded,
  })
}

/** Returns a line that a person has handled with their name, such as 林小華（maker01）, in place of their id. */
export const useNamedHandler = (line: ExceptionLine): ExceptionLine => {
  const { data } = useHandlings(line, line.HandleUser !== null && !isOpenLine(line))
  const named = data?.Items.find(({ User }) => User.endsWith(`（${line.HandleUser}）`))
  return named ? { ...line, HandleUser: named.User } : line
}

/** What is proposed for a line, as GetProposals returns it. */
export type Proposal = Proposals['Items'][number]

/** Returns what is proposed for a line that waits for a release, from one call for all such lines of the page. */
export const useProposal = (line: ExceptionLine, lines: readonly ExceptionLine[]): Proposal | undefined =>
  useAnswerAbout<Proposal>('TLDetailExceptionHandling.GetProposals', line, lines.filter(isWaitingForRelease))

const isWaitingForRelease = ({ WriteOffStatus }: ExceptionLine): boolean => WriteOffStatus === 'PendingRelease'

/** Returns the suggestion for a line that waits, from one call for all such lines of the page, `lines`. */
export const useSuggestion = (line: ExceptionLine, lines: readonly ExceptionLine[]): Suggestion | undefined =>
  useAnswerAbout<Suggestion>('TLDetailExceptionHandling.GetSuggestions', line, lines.filter(isOpenLine))

/**
 * Returns the item about a line that a call returns for many lines.
 * `lines` are those of the page about which the call can be asked; nothing is asked about another line.
 */
const useAnswerAbout = <T extends { readonly SerialId: number }>(
  id: 'TLDetailExceptionHandling.GetProposals' | 'TLDetailExceptionHandling.GetSuggestions',
  line: ExceptionLine,
  lines: readonly ExceptionLine[],
): T | undefined => {
  const isServed = useCapability(id)
  const position = lines.findIndex(({ SerialId }) => SerialId === line.SerialId)
  const start = Math.floor(position / maxAskedLines) * maxAskedLines
  const asked = position < 0 ? [] : lines.slice(start, start + maxAskedLines)
  const { data } = useQuery({
    queryKey: [id, ...asked.map(({ SerialId, UpdateTime }) => `${SerialId} ${UpdateTime}`)],
    queryFn: ({ signal }) =>
      call<{ readonly Items: readonly T[] }>(id, {
        query: { SerialId: asked.map(({ SerialId }) => SerialId) },
        quiet: true,
        overlay: false,
        signal,
      }),
    enabled: isServed && asked.length > 0,
    staleTime: 60_000,
  })
  return data?.Items.find(({ SerialId }) => SerialId === line.SerialId)
}
