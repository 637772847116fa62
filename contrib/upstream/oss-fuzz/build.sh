#!/bin/bash -eu
# Copyright 2026 Google LLC
#
# Licensed under the Apache License, Version 2.0 (the "License");
# you may not use this file except in compliance with the License.
# You may obtain a copy of the License at
#
#      http://www.apache.org/licenses/LICENSE-2.0
#
# Unless required by applicable law or agreed to in writing, software
# distributed under the License is distributed on an "AS IS" BASIS,
# WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
# See the License for the specific language governing permissions and
# limitations under the License.
#
################################################################################

# Build the fuzz targets of tests/fuzz into $OUT. It runs in the clone of the repository.

pip3 install --require-hashes --requirement requirements/dev.txt
pip3 install --no-deps --no-build-isolation . ./vectors ./service

# All targets share a package, because each would hold the interpreter and the vectors. PyInstaller finds neither the
# targets' modules nor lazy imports, so they are named.
PYTHONPATH="$PWD" pyinstaller --onefile --name sealwax_fuzzer.pkg \
    --distpath "$OUT" --workpath "$WORK/pyinstaller" --specpath "$WORK" \
    --collect-submodules tests.fuzz --add-data "$PWD/vectors:vectors" --add-data "$PWD/tests/data:tests/data" \
    --collect-all sealwax --collect-all sealwax_vectors --collect-all sealwax_service \
    --collect-all mnemonic --collect-all slip10 --collect-all btclib_secp256k1 --collect-all Crypto \
    "$SRC/sealwax_fuzzer.py"
# OSS-Fuzz takes every executable file for a target.
chmod -x "$OUT/sealwax_fuzzer.pkg"

for target in $(python3 -m tests.fuzz --list | cut -d' ' -f1); do
    cat >"$OUT/sealwax-$target" <<WRAPPER
#!/bin/sh
# OSS-Fuzz finds targets by this name: LLVMFuzzerTestOneInput. Pure Python needs no preloaded sanitizer.
this_dir=\$(dirname "\$0")
chmod +x "\$this_dir/sealwax_fuzzer.pkg"
exec "\$this_dir/sealwax_fuzzer.pkg" $target --libfuzzer "\$@"
WRAPPER
    chmod +x "$OUT/sealwax-$target"
    python3 -m tests.fuzz "$target" --seeds "$OUT/sealwax-${target}_seed_corpus.zip"
done
