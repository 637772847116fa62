#!/bin/bash -eu
# Build the fuzz targets of tests/fuzz into $OUT. It runs in the clone of the repository.

pip3 install --require-hashes --requirement requirements/dev.txt
pip3 install --no-deps --no-build-isolation . ./vectors ./service

# One package for all targets, as each holds the interpreter and the vectors. The modules of the targets, and what is
# loaded only when it is needed, are named, since no import shows them.
PYTHONPATH="$PWD" pyinstaller --onefile --name sealwax_fuzzer.pkg \
    --distpath "$OUT" --workpath "$WORK/pyinstaller" --specpath "$WORK" \
    --collect-submodules tests.fuzz --add-data "$PWD/vectors:vectors" --add-data "$PWD/tests/data:tests/data" \
    --collect-all sealwax --collect-all sealwax_vectors --collect-all sealwax_service \
    --collect-all mnemonic --collect-all slip10 --collect-all coincurve --collect-all Crypto \
    "$SRC/sealwax_fuzzer.py"
# What is executable is taken for a target.
chmod -x "$OUT/sealwax_fuzzer.pkg"

for target in $(python3 -m tests.fuzz --list | cut -d' ' -f1); do
    cat >"$OUT/sealwax-$target" <<WRAPPER
#!/bin/sh
# LLVMFuzzerTestOneInput, by which targets are found.
this_dir=\$(dirname "\$0")
chmod +x "\$this_dir/sealwax_fuzzer.pkg"
exec "\$this_dir/sealwax_fuzzer.pkg" $target --libfuzzer "\$@"
WRAPPER
    chmod +x "$OUT/sealwax-$target"
    python3 -m tests.fuzz "$target" --seeds "$OUT/sealwax-${target}_seed_corpus.zip"
done
