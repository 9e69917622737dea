/** Returns a time to wait in words, rounded up: `45 秒`, `15 分鐘`, `3 小時`. */
export const waitText = (seconds: number): string => {
  if (seconds > 7200) return `${Math.ceil(seconds / 3600)} 小時`
  return seconds < 60 ? `${Math.ceil(seconds)} 秒` : `${Math.ceil(seconds / 60)} 分鐘`
}
