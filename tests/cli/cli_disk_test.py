#!/usr/bin/env python3
"""Tests with a full disk: every failure reports its place and a remedy, the old file stays intact and no half-written file
remains. Usage: cli_disk_test.py EZSCOPE [test names]"""
import os
import shutil
import subprocess

from cli_helpers import PROGRAM, SCENE, ProgramTest, environment, main, read

# Runs a program on a small private disk in memory, then copies the disk's files to after/.
ON_A_DISK = """
mount -t tmpfs -o "size=$1" none disk && cp -r old/. disk/ && cd disk || exit 99
shift
"$@"
code=$?
cp -r . ../after
exit $code
"""
# Replaces ffmpeg, which need not be installed: copies its input unchanged into the output file.
FAKE_FFMPEG = "#!/bin/sh\nfor last; do :; done\nexec cat > \"$last\"\n"


class FullDisk(ProgramTest):
    def setUp(self):
        super().setUp()
        for folder in ("disk", "old", "programs"):
            os.mkdir(folder)
        os.environ["PATH"], path = os.path.abspath("programs") + ":" + os.environ["PATH"], os.environ["PATH"]
        self.addCleanup(os.environ.__setitem__, "PATH", path)
        self.own = ["unshare", "--mount"] if os.geteuid() == 0 else ["unshare", "--user", "--map-root-user", "--mount"]
        if shutil.which("unshare") is None or self.on_a_disk("64k", "true").returncode != 0:
            self.skipTest("the system does not permit a private disk")

    def on_a_disk(self, size, *command):
        shutil.rmtree("after", ignore_errors=True)
        return subprocess.run([*self.own, "sh", "-c", ON_A_DISK, "sh", size, *command], capture_output=True, text=True,
                              env=environment(), timeout=300)

    def install_encoder(self, text):
        with open("programs/ffmpeg", "w") as f:
            f.write(text)
        os.chmod("programs/ffmpeg", 0o755)

    def ezscope(self, size, *args, code=1):
        done = self.on_a_disk(size, PROGRAM, *args)
        self.assertEqual(done.returncode, code, f"{args}\n{done.stdout}\n{done.stderr}")
        return done.stderr

    def put(self, name):
        with open(f"old/{name}", "w") as f:
            f.write("what was there")
        return name

    def assert_old_files_only(self, *names):
        self.assertEqual(sorted(os.listdir("after")), sorted(names), "no half-written file")
        for name in names:
            self.assertEqual(read(f"after/{name}"), b"what was there")

    def test_render_results_on_a_full_disk(self):
        scene = os.path.abspath(self.scene)
        for name in ("e.npy", "e.csv", "e.png"):
            self.put(name)
            said = self.ezscope("8k", "render", scene, "--steps", "3000", "--size", "640x400", "--backend", "cpu", "--out", name)
            self.assertIn(name, said)
            self.assertIn("free some space", said)
            self.assert_old_files_only(name)
            os.remove(f"old/{name}")

    def test_films_on_a_full_disk(self):
        self.install_encoder(FAKE_FFMPEG)
        scene = os.path.abspath(self.scene)
        self.put("f.mp4")
        film = ["render", scene, "--steps", "600", "--every", "2steps", "--size", "320x200", "--backend", "cpu", "--out"]
        said = self.ezscope("600k", *film, "f.mp4")
        self.assertIn("Cannot write f.mp4: ", said)
        self.assertIn("free some space", said)
        self.assert_old_files_only("f.mp4")
        said = self.ezscope("600k", *film, "g_%05d.png")
        self.assertIn("g_00000.png needs ", said)
        self.assertIn("free some space", said)
        self.assert_old_files_only("f.mp4")

    def test_logs_and_screenshots_on_a_full_disk(self):
        scene = os.path.abspath(self.scene)
        window = [scene, "--offscreen", "--backend", "cpu", "--size", "320x200", "--steps-per-frame", "1"]
        # Without space for a new log the old one stays. The program notices this before the session or when the log begins.
        self.put("s.ezlog")
        said = self.ezscope("4k", *window, "--frames", "3", "--record", "s.ezlog")
        self.assertIn("s.ezlog needs ", said)
        self.assertIn("free some space", said)
        self.assert_old_files_only("s.ezlog")
        # The log writes each line break as two characters, so it becomes larger than expected.
        lines = 150000 * "x\n"
        window[0] = os.path.abspath(self.write("long.toml", SCENE.replace("ezscope = 1", f'ezscope = 1\ntext = """{lines}"""')))
        said = self.ezscope("400k", *window, "--frames", "3", "--record", "s.ezlog")
        self.assertIn("Recording of the session stopped: cannot write s.ezlog: No space left on device; free space on the disk", said)
        self.assert_old_files_only("s.ezlog")
        os.remove("old/s.ezlog")
        said = self.ezscope("4k", *window, "--frames", "2", "--screenshot", "w.png")
        self.assertIn("w.png", said)
        self.assert_old_files_only()

    def test_small_results_need_little_space(self):
        scene = os.path.abspath(self.scene)
        window = [scene, "--offscreen", "--backend", "cpu", "--size", "1280x720", "--frames", "3", "--steps-per-frame", "1"]
        self.ezscope("64k", *window, "--record", "s.ezlog", code=0)
        for command in (["schemes", "--csv", "t.csv"], ["schemes", "--json", "t.json"],
                        ["render", scene, "--steps", "5", "--backend", "cpu", "--out", "p.csv", "--monitors", "m.json"]):
            self.ezscope("24k", *command, code=0)

    # Mesa maps its shader cache into memory. Writing to it raises SIGBUS if the disk is full.
    def test_pictures_need_no_space_for_the_drivers_cache(self):
        scene, picture = os.path.abspath(self.scene), os.path.abspath("w.png")
        home = "unset MESA_SHADER_CACHE_DIR MESA_SHADER_CACHE_DISABLE MESA_GLSL_CACHE_DIR MESA_GLSL_CACHE_DISABLE; export HOME=$PWD XDG_CACHE_HOME=$PWD/cache XDG_CONFIG_HOME=$PWD XDG_STATE_HOME=$PWD; exec \"$@\""
        for command in ([scene, "--offscreen", "--frames", "2", "--screenshot", picture],
                        ["render", scene, "--steps", "2", "--out", picture]):
            done = self.on_a_disk("16k", "sh", "-c", home, "sh", PROGRAM, *command, "--backend", "cpu", "--size", "640x400")
            self.assertEqual(done.returncode, 0, f"{command}\n{done.stdout}\n{done.stderr}")
            self.assertTrue(read(picture).startswith(b"\x89PNG"))
            os.remove(picture)


if __name__ == "__main__":
    main()
