-- Takes up to most tokens from each bucket, or from none if one is empty.
-- KEYS: buckets. ARGV: interval in microseconds, burst and most, for each bucket.
-- Returns tokens taken and microseconds until full, for each bucket.
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000000 + tonumber(time[2])
local ahead, take = {}, {}
local ok = true
for i, key in ipairs(KEYS) do
  local every, burst, most = tonumber(ARGV[3*i-2]), tonumber(ARGV[3*i-1]), tonumber(ARGV[3*i])
  ahead[i] = math.max(0, tonumber(redis.call('GET', key) or 0) - now)
  take[i] = math.min(most, math.floor((burst * every - ahead[i]) / every))
  ok = ok and take[i] > 0
end
local answer = {}
for i, key in ipairs(KEYS) do
  if ok then
    ahead[i] = ahead[i] + take[i] * tonumber(ARGV[3*i-2])
    -- A bucket that is full needs no key.
    redis.call('SET', key, string.format('%.0f', now + ahead[i]), 'PX', math.ceil(ahead[i] / 1000))
  else
    take[i] = 0
  end
  answer[#answer+1] = take[i]
  answer[#answer+1] = ahead[i]
end
return answer
