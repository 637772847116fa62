// Measures calls: a JSON request a line on standard input, a JSON answer a line on standard output.
//
//   {"prepare": "stamp", "arguments": {...}}  ->  {"id": 0, "result": ...}: what one call gives
//   {"run": 0, "times": 10}                   ->  {"seconds": 0.01}: how long ten calls take

import { performance } from "node:perf_hooks";
import { createInterface } from "node:readline";

// By then the engine has compiled what it is going to compile.
const WARM_UP_MILLISECONDS = 300;

const prepared = [];

async function prepare(calls, call, parameters) {
  const once = calls[call](parameters);
  const result = await once();
  for (const end = performance.now() + WARM_UP_MILLISECONDS; performance.now() < end; ) await once();
  return { id: prepared.push(once) - 1, result };
}

async function run(id, times) {
  const once = prepared[id];
  const start = performance.now();
  const used = process.cpuUsage();
  for (let done = 0; done < times; done++) await once();
  const { user, system } = process.cpuUsage(used);
  // Other processes add to the one, the engine's own helper threads to the other.
  return { seconds: Math.min((performance.now() - start) / 1e3, (user + system) / 1e6) };
}

// Answers until the input ends. Each of the calls takes its arguments and gives a function of none, which is what is
// measured.
export async function answer(calls) {
  for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const found =
      "prepare" in request
        ? await prepare(calls, request.prepare, request.arguments)
        : await run(request.run, request.times);
    process.stdout.write(`${JSON.stringify(found)}\n`);
  }
}
